/** Names that nobody else has. */

/** 128 random bits in hex. (`crypto.randomUUID` is missing on plain http to another machine; this is there everywhere.) */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
