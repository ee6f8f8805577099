// The language of the examples: a reader chooses it once, in the address, and a cookie keeps it for all pages.
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import * as v from "valibot";
import { LANGUAGES, type Language } from "../code/snippets.ts";

const COOKIE = "merchant-sandbox-language";
const YEAR = 365 * 24 * 60 * 60;

const LanguageSchema = v.picklist(Object.keys(LANGUAGES) as Language[]);

/** Returns the language of a request's reader, and keeps one that the address names. */
export function chooseLanguage(c: Context): Language {
  const asked = c.req.query("language");
  if (v.is(LanguageSchema, asked)) {
    setCookie(c, COOKIE, asked, { path: "/", maxAge: YEAR, httpOnly: true, sameSite: "Lax" });
    return asked;
  }
  const kept = getCookie(c, COOKIE);
  return v.is(LanguageSchema, kept) ? kept : "curl";
}
