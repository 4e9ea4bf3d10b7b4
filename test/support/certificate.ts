import { Buffer } from "node:buffer";
import { generateKeyPairSync, sign } from "node:crypto";

/** A key and a certificate for it, both in PEM; the certificate is its own authority. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Makes a certificate for host names, valid for as long as there are years of four digits. */
export function makeCertificate(names: readonly string[]): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const issuer = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from("Blazon's tests")))));
  const validity = sequence(
    der(0x17, Buffer.from("200101000000Z")),
    der(0x18, Buffer.from("99991231235959Z")),
  );
  const body = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ECDSA_WITH_SHA256,
    issuer,
    validity,
    issuer,
    publicKey.export({ type: "spki", format: "der" }),
    der(
      0xa3,
      sequence(
        sequence(IS_AUTHORITY, der(0x04, sequence(der(0x01, Buffer.from([0xff]))))),
        sequence(ALSO_NAMED, der(0x04, sequence(...names.map((name) => der(0x82, Buffer.from(name)))))),
      ),
    ),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, privateKey));
  const base64 = sequence(body, ECDSA_WITH_SHA256, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/(.{64})/g, "$1\n")}\n-----END CERTIFICATE-----\n`,
  };
}

const ECDSA_WITH_SHA256 = sequence(Buffer.from("06082a8648ce3d040302", "hex"));
const COMMON_NAME = Buffer.from("0603550403", "hex");
const IS_AUTHORITY = Buffer.from("0603551d13", "hex");
const ALSO_NAMED = Buffer.from("0603551d11", "hex");

/** Tag, length and content (ITU-T X.690 §8.1). */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 0x80 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function integer(value: number): Buffer {
  return der(0x02, Buffer.from([value]));
}
