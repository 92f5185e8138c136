import { expect } from 'vitest'
import type { Staff, StaffScope, StaffTokenId } from '#core/access'
import { documentAt, holdToSchema } from './api.ts'
import type { CallAs } from './partner.ts'
import type { World } from './world.ts'

/** A member of staff with an API token, and a way to call the interface of the staff with it. */
export type Person = { staff: Staff; tokenId: StaffTokenId; token: string; call: CallAs }
export type People = {
  person(role?: string, scope?: StaffScope, permissions?: readonly string[]): Promise<Person>
  /** As the caller who has this token, or none. Every reply is compared with the OpenAPI document. */
  calling(token: string | undefined): CallAs
}

export const platform: StaffScope = { kind: 'platform', id: 'platform' }
const by = { actor: 'test', fromWhere: 'test' }

export async function openPeople(world: World): Promise<People> {
  const document = await documentAt(world, '/staff/v1/openapi.json')
  const entries = async () => {
    const [row] = await world.app.db.run('select count(*)::integer as count from directory.audit', [])
    return Number(row!.count)
  }
  let people = 0
  const calling =
    (token: string | undefined): CallAs =>
    async (method, path, { body, headers = {}, changesNothing = method === 'GET' } = {}) => {
      const entriesBefore = changesNothing ? 0 : await entries()
      const response = await world.http.inject({
        method,
        url: `/staff/v1${path}`,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      // A file is read by the stories about it.
      const isFile = !String(response.headers['content-type']).startsWith('application/json')
      const reply = response.body === '' || isFile ? {} : JSON.parse(response.body)
      const status = response.statusCode
      // The law of operations: whatever staff change has an entry in the audit.
      const isDone = status < 300 && response.headers['idempotent-replayed'] === undefined
      if (isDone && !changesNothing)
        expect(await entries(), `entries in the audit after ${method} ${path}`).toBeGreaterThan(entriesBefore)
      if (status !== 204 && !isFile) holdToSchema(document, { method, path, status, body: reply })
      return { status, body: reply, headers: response.headers }
    }
  return {
    calling,
    person: async (role = 'owner', scope = platform, permissions) => {
      const name = `Person ${++people}`
      const staff = await world.app.staff.add({ by, scope, email: `person-${people}@florin.example`, name, role })
      const made = await world.app.staff.createToken({ by, staffId: staff.id, name: 'program', permissions })
      const token = made.token.reveal()
      return { staff, tokenId: made.id, token, call: calling(token) }
    },
  }
}

/** A list that a person exports, by its lines, and the name of the file. */
export async function exportAs(
  { http }: World,
  { token }: Person,
  path: string,
): Promise<{ status: number; lines: string[]; name: unknown }> {
  const headers = { authorization: `Bearer ${token}` }
  const { statusCode, body, headers: replied } = await http.inject({ url: `/staff/v1/exports/${path}`, headers })
  return { status: statusCode, lines: body.trimEnd().split('\r\n'), name: replied['content-disposition'] }
}
