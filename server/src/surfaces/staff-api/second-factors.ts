import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { StaffFactorId } from '#core/access'
import { readId } from '#kernel/base/id.ts'
import type { Secret } from '#kernel/base/secret.ts'
import { text } from '#kernel/http/field.ts'
import { momentText } from '#kernel/http/json-shape.ts'
import { qrCode } from '#kernel/http/qr-code.ts'
import type { App } from '../../app/compose.ts'
import { openToAll } from '../bare-json/bare-json.ts'
import { challengeOf, challengeText, passkeyField, read, send, sessionOf, sessionPath } from './browser-call.ts'
import { checkOrigin } from './own-origin.ts'

const name = text({ max: 100, what: 'a name, such as “Telephone”' })
const newApp = z.object({
  setup: text({ max: 1_000, what: 'what the app was set up with' }),
  code: text({ max: 10, pattern: /^\d{3} ?\d{3}$/, what: 'the six digits that the app shows' }),
  name,
})
const newPasskey = z.object({ passkey: passkeyField, name })
const renaming = z.object({ name })

/** One's own authenticator apps, passkeys and recovery codes: for browsers alone, since only they make passkeys. */
export function mountSecondFactors(http: FastifyInstance, app: App): void {
  const { factors } = app.staff
  const path = `${sessionPath}/second-factors`
  http.get(path, { config: openToAll }, async (request, reply) => {
    const { staff } = await sessionOf(app, request)
    const { factors: all, ...rest } = await factors.of(staff)
    const shown = all.map(({ id, kind, name, createdAt, lastUsedAt }) => ({
      id: String(id),
      kind,
      name,
      createdAt: momentText(createdAt),
      ...(lastUsedAt && { lastUsedAt: momentText(lastUsedAt) }),
    }))
    return send(reply, [], { factors: shown, ...rest })
  })
  mountNewFactors(http, app)
  http.post<OfFactor>(`${path}/:factorId/rename`, { config: openToAll }, async (request, reply) => {
    checkOrigin(app, request)
    const { name } = read(renaming, request.body)
    await factors.rename(await sessionOf(app, request), { id: idOf(request), name, ip: request.ip })
    return send(reply, [])
  })
  http.post<OfFactor>(`${path}/:factorId/remove`, { config: openToAll }, async (request, reply) => {
    checkOrigin(app, request)
    await factors.remove(await sessionOf(app, request), { id: idOf(request), ip: request.ip })
    return send(reply, [])
  })
  http.post(`${sessionPath}/recovery-codes`, { config: openToAll }, async (request, reply) => {
    checkOrigin(app, request)
    const codes = await factors.renewRecoveryCodes(await sessionOf(app, request), { ip: request.ip })
    return send(reply, [], { recoveryCodes: revealed(codes) })
  })
}

function mountNewFactors(http: FastifyInstance, app: App): void {
  const { factors } = app.staff
  const path = `${sessionPath}/second-factors`
  http.post(`${path}/totp/setup`, { config: openToAll }, async (request, reply) => {
    checkOrigin(app, request)
    const { uri, typed, setup } = factors.beginTotp(await sessionOf(app, request))
    return send(reply, [], { uri, typed, setup, qrCode: String(qrCode(uri, typed)) })
  })
  http.post(`${path}/totp`, { config: openToAll }, async (request, reply) => {
    checkOrigin(app, request)
    const { setup, code, name } = read(newApp, request.body)
    const input = { setup, code: code.replace(' ', ''), name, ip: request.ip }
    const { id, recoveryCodes } = await factors.addTotp(await sessionOf(app, request), input)
    return send(reply, [], { id: String(id), recoveryCodes: revealed(recoveryCodes) })
  })
  http.post(`${path}/passkey/options`, { config: openToAll }, async (request, reply) => {
    const at = checkOrigin(app, request)
    const { token, options } = await factors.beginPasskey(await sessionOf(app, request), at)
    return send(reply, [challengeText(app, token.reveal())], options)
  })
  http.post(`${path}/passkey`, { config: openToAll }, async (request, reply) => {
    const at = checkOrigin(app, request)
    const { passkey, name } = read(newPasskey, request.body)
    const input = { token: challengeOf(request), response: passkey as never, at, name, ip: request.ip }
    const { id, recoveryCodes } = await factors.addPasskey(await sessionOf(app, request), input)
    return send(reply, [challengeText(app, '')], { id: String(id), recoveryCodes: revealed(recoveryCodes) })
  })
}

type OfFactor = { Params: { factorId: string } }
const idOf = ({ params }: FastifyRequest<OfFactor>): StaffFactorId =>
  readId<StaffFactorId>(params.factorId) ?? (0n as StaffFactorId)
const revealed = (codes: readonly Secret<string>[]): string[] => codes.map((code) => code.reveal())
