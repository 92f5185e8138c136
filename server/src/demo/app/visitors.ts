import { z } from 'zod'
import type { AppKeys } from './app-keys.ts'

/** A customer of the app, as the app greets them. */
export type Customer = { id: string; name: string }

/** Who is logged in in a browser: the customers that it has opened accounts for, the one that is shown first. */
export type Customers = readonly Customer[]

const Remembered = z.array(z.object({ id: z.string(), name: z.string() }))
/** A browser forgets the oldest; a cookie holds 4 KB. */
const customersMax = 8

/**
 * Who is who is in a cookie that only the app can make: it keeps nothing itself, so customers survive its restart, and any
 * process recognizes them.
 */
export function openVisitors({ keys, baseUrl }: { keys: AppKeys; baseUrl: string }) {
  const secure = new URL(baseUrl).protocol === 'https:' ? '; Secure' : ''
  const cookie = (value: string, seconds: number): string =>
    `florin_app=${value}; Path=/demo/app; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
  return {
    customersIn: (cookies: string | undefined): Customers => {
      const [, text, seal] = /(?:^|;\s*)florin_app=([\w-]+)\.([\w-]+)(?:;|$)/.exec(cookies ?? '') ?? []
      if (text === undefined || seal === undefined || !keys.isSealed(text, seal)) return []
      return Remembered.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    },
    cookieFor: (customers: Customers): string => {
      if (customers.length === 0) return cookie('', 0)
      const text = Buffer.from(JSON.stringify(customers.slice(0, customersMax))).toString('base64url')
      return cookie(`${text}.${keys.sealOf(text)}`, thirtyDays)
    },
  }
}
export type Visitors = ReturnType<typeof openVisitors>
const thirtyDays = 30 * 24 * 60 * 60
