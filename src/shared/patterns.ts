// Patterns that several folders share.

/** A UUID in lower case, as part of a longer pattern. */
export const UUID = "[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}";

const WHOLE_UUID = new RegExp(`^${UUID}$`);
const BEARER = /^bearer +(\S.*)$/i;

/** Whether a text is a UUID in lower case. */
export function isUuid(text: string): boolean {
  return WHOLE_UUID.test(text);
}

/** The token of an `Authorization` header with the scheme Bearer; undefined for any other header. */
export function bearerToken(authorization: string | null): string | undefined {
  return BEARER.exec(authorization ?? "")?.[1];
}
