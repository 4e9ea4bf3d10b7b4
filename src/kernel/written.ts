/** A result that was serialized as it was made, with nothing in it that the stamp would have to be merged with. */
export class Written {
  constructor(
    /** Its JSON text, without the brace that closes it; not the empty object. */
    readonly open: string,
  ) {}
}
