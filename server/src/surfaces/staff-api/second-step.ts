import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { FactorProof } from '#core/access'
import { addressKey } from '#kernel/http/rate-limit.ts'
import type { App } from '../../app/compose.ts'
import { openToAll } from '../bare-json/bare-json.ts'
import { countAgainst } from '../rate-limits.ts'
import {
  browserOf,
  challengeOf,
  challengeText,
  passkeyField,
  proofOf,
  proofShape,
  read,
  send,
  sessionOf,
  sessionPath,
  sessionTexts,
  stepShape,
} from './browser-call.ts'
import { checkOrigin } from './own-origin.ts'

const passkeyShape = z.object({ passkey: passkeyField })

/** The second step of a log-in, a log-in by a passkey alone, and the proof that a person is still there. */
export function mountSecondStep(http: FastifyInstance, app: App): void {
  const { staff, limiter } = app
  http.post(`${sessionPath}/second-step`, { config: openToAll }, async (request, reply) => {
    const at = checkOrigin(app, request)
    const token = challengeOf(request)
    const proof = proofOf(read(stepShape, request.body) as z.output<typeof proofShape>, at, token) as FactorProof
    await countAgainst(limiter, 'staff_by_address', addressKey(request.ip))
    await countAgainst(limiter, 'staff_second_steps', String(await staff.pendingPerson(token)))
    const begun = await staff.takeSecondStep({ token, proof, ...browserOf(request) })
    return send(reply, [...sessionTexts(app, begun), challengeText(app, '')])
  })
  http.post(`${sessionPath}/passkey/options`, { config: openToAll }, async (request, reply) => {
    const at = checkOrigin(app, request)
    await countAgainst(limiter, 'staff_logins_by_address', addressKey(request.ip))
    const { token, options } = await staff.beginPasskeyLogin(at)
    return send(reply, [challengeText(app, token.reveal())], options)
  })
  http.post(`${sessionPath}/passkey`, { config: openToAll }, async (request, reply) => {
    const at = checkOrigin(app, request)
    const { passkey } = read(passkeyShape, request.body)
    await countAgainst(limiter, 'staff_logins_by_address', addressKey(request.ip))
    const proof = { kind: 'passkey' as const, response: passkey as never, at, token: challengeOf(request) }
    const begun = await staff.logInByPasskey({ proof, ...browserOf(request) })
    return send(reply, [...sessionTexts(app, begun), challengeText(app, '')])
  })
  http.post(`${sessionPath}/proof/options`, { config: openToAll }, async (request, reply) => {
    const at = checkOrigin(app, request)
    const { token, ways } = await staff.beginProof(await sessionOf(app, request), at)
    return send(reply, [challengeText(app, token.reveal())], ways)
  })
  http.post(`${sessionPath}/proof`, { config: openToAll }, async (request, reply) => {
    const at = checkOrigin(app, request)
    const caller = await sessionOf(app, request)
    const proof = proofOf(read(proofShape, request.body), at, challengeOf(request))
    await countAgainst(limiter, 'staff_proofs', String(caller.via.id))
    await staff.authenticateAgain(caller, { proof, ip: request.ip })
    return send(reply, [challengeText(app, '')])
  })
}
