import { z } from 'zod'
import { languages } from '#core/i18n'
import { type IssuingRoute, issuingRoute, momentShape, momentText } from '#issuing/api'
import { oneOf, optional } from '#kernel/http/field.ts'
import { inputOf } from './call.ts'
import { expiryOf } from './card.ts'
import type { CardsContext } from './context.ts'
import { openCardPage } from './page-token.ts'
import { readSecrets } from './read-secrets.ts'
import { idField } from './shapes.ts'

const group = 'Cards'

const secretsShape = z.strictObject({
  pan: z.string(),
  cvv: z.string(),
  expiryMonth: z.int(),
  expiryYear: z.int(),
  pin: z.string().optional(),
})

/** The routes whose replies hold card data: limited, audited, never stored, and for one use only. */
export const secretRoutes = (ctx: CardsContext): IssuingRoute[] => [
  issuingRoute({
    method: 'GET',
    path: '/cards/:id/secrets',
    operationId: 'getCardSecrets',
    group,
    summary: 'Number, security code and PIN of a card',
    about: 'Show them and forget them: do not store or log them. Each reading is in the audit, and limited.',
    caller: 'holder',
    permission: 'secrets:read',
    repeated: 'secret',
    params: idField,
    reply: secretsShape,
    run: async (call) => {
      const { card, secrets } = await readSecrets(ctx, { ...inputOf(call), how: 'interface' })
      const { pan, cvv, pin } = secrets
      return {
        pan: pan.reveal(),
        cvv: cvv.reveal(),
        ...expiryOf(card),
        ...(pin && { pin: pin.reveal() }),
      }
    },
  }),
  issuingRoute({
    method: 'POST',
    path: '/cards/:id/data-page',
    operationId: 'openCardDataPage',
    group,
    summary: 'A page of ours that shows the data of a card to its holder',
    about:
      'For a frame in an app of the programme. The address works once, for five minutes; the servers of the partner never see what it shows.',
    caller: 'holder',
    permission: 'secrets:show',
    repeated: 'secret',
    status: 201,
    params: idField,
    body: z.object({ language: optional(oneOf(languages)) }),
    reply: z.strictObject({ url: z.string(), expiresAt: momentShape }),
    run: async (call) => {
      const { token, expiresAt } = await openCardPage(ctx, { ...inputOf(call), language: call.body.language })
      return { url: `${ctx.publicUrl}/card-data/${token.reveal()}`, expiresAt: momentText(expiresAt) }
    },
  }),
]
