import { Feature } from "../../../src/decorators/feature.js";
import { InjectionToken } from "../../../src/metadata/types.js";
import { Alarm, Clock, Desk } from "../dtos.js";

// error: @Feature: `inject` does not fit the constructor
@Feature({ inject: [Desk] })
export class TooShort {
  constructor(
    readonly a: Desk,
    readonly b: Clock,
  ) {}
}

// error: @Feature: `inject` does not fit the constructor
@Feature({ inject: [Desk, Clock] })
export class TooLong {
  constructor(readonly a: Desk) {}
}

// error: @Feature: `inject` does not fit the constructor
@Feature({ inject: [Clock] })
export class Supertype {
  constructor(readonly a: Alarm) {}
}

// error: @Feature: `inject` does not fit the constructor
@Feature({ inject: [new InjectionToken<number>("port")] })
export class WrongToken {
  constructor(readonly port: string) {}
}

// error: Type '"session"' is not assignable to type 'FeatureScope | undefined'
@Feature({ scope: "session" })
export class WrongScope {}

// error: @Feature: there is no such option
@Feature({ scope: "request", name: "a" })
export class WrongOption {}

// error: Cannot assign an abstract constructor type to a non-abstract constructor type
@Feature()
export abstract class Abstract {}

// error: Type '"blue"' is not assignable to type 'IconTheme | undefined'
@Feature({ icons: { src: "icons/blue.svg", theme: "blue" } })
export class OfABlueBackground {}

// error: Type 'number' is not assignable to type 'Icons | undefined'
@Feature({ icons: 5 })
export class OfANumber {}
