import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Language, readLanguage } from '#core/i18n'

/** The visitor is a cookie of the shop's own: stored cards belong to a customer, so the shop has to know who is who. */
export function visitorOf(request: FastifyRequest): string | undefined {
  return /(?:^|;\s*)crumb_visitor=(visitor-[0-9a-f]{12})(?:;|$)/.exec(request.headers.cookie ?? '')?.[1]
}

export const visitorCookie = (visitor: string, baseUrl: string): string => cookie('crumb_visitor', visitor, baseUrl)

/** The language that a link of the language menu names (`?lang=`), else the last one that was chosen so. */
export function chosenLanguage(request: FastifyRequest): Language | undefined {
  const remembered = /(?:^|;\s*)crumb_language=([a-z]{2})(?:;|$)/.exec(request.headers.cookie ?? '')?.[1]
  return namedLanguage(request) ?? readLanguage(remembered)
}

/** The cookie that remembers a language; undefined for a request that chooses none. */
export function languageCookie(request: FastifyRequest, baseUrl: string): string | undefined {
  const language = namedLanguage(request)
  return language && cookie('crumb_language', language, baseUrl)
}

const Query = z.object({ lang: z.unknown() })
const namedLanguage = ({ query }: FastifyRequest): Language | undefined =>
  readLanguage(Query.safeParse(query).data?.lang)

/** For a month, on the pages of the shop alone. */
function cookie(name: string, value: string, baseUrl: string): string {
  const secure = new URL(baseUrl).protocol === 'https:' ? '; Secure' : ''
  return `${name}=${value}; Path=/demo; Max-Age=2592000; HttpOnly; SameSite=Lax${secure}`
}
