import { z } from 'zod'
import { languages } from '#core/i18n'
import { type IssuingRoute, issuingRoute, momentShape, momentText } from '#issuing/api'
import { oneOf, optional } from '#kernel/http/field.ts'
import type { DocumentsContext } from './context.ts'
import { startVerification } from './start-verification.ts'
import type { VerificationKind } from './verification.ts'

/** The two operations that begin a visit to our pages. */
export const documentRoutes = (ctx: DocumentsContext): IssuingRoute[] => [
  startRoute(ctx, {
    kind: 'id',
    path: '/kyc/id-verification/start',
    operationId: 'startIdVerification',
    summary: 'Start hosted identity verification',
    what: 'an identity document and a photo of themselves',
  }),
  startRoute(ctx, {
    kind: 'poa',
    path: '/kyc/poa-verification/start',
    operationId: 'startPoaVerification',
    summary: 'Start proof-of-address verification',
    what: 'a proof of address',
  }),
]

type Start = Pick<IssuingRoute, 'path' | 'operationId' | 'summary'> & { kind: VerificationKind; what: string }

const startRoute = (ctx: DocumentsContext, { kind, what, ...about }: Start): IssuingRoute =>
  issuingRoute({
    ...about,
    method: 'POST',
    group: 'KYC',
    about: `The customer hands in ${what} on a page of ours, in a browser or in a frame of an app of the programme. The address works for an hour and until that is done; a new one replaces it. It is not possible while KYC is under review or approved.`,
    caller: 'holder',
    permission: 'verification:start',
    repeated: 'secret',
    status: 201,
    body: z.object({ language: optional(oneOf(languages)) }),
    reply: z.strictObject({ url: z.string(), expiresAt: momentShape }),
    run: async ({ caller, body, ip, once }) => {
      const { token, expiresAt } = await startVerification(ctx, { ...caller, kind, language: body.language, ip, once })
      return { url: `${ctx.publicUrl}/verification/${token.reveal()}`, expiresAt: momentText(expiresAt) }
    },
  })
