import { z } from 'zod'
import { type IssuingRoute, issuingRoute } from '#issuing/api'
import { formatMoney } from '#kernel/base/money.ts'
import { amount, amountIn, clearable, country, listOf, oneOf, optional, text, trueOrFalse } from '#kernel/http/field.ts'
import { inputOf, recoverCard } from './call.ts'
import type { Card } from './card.ts'
import { changeControls, changeLabel } from './change-card.ts'
import { cardWithChangedPin, changePin, unblockPin } from './change-pin.ts'
import { cardOfHolder } from './change-status.ts'
import type { CardsContext } from './context.ts'
import { type Controls, controlPeriods, type Rule } from './controls.ts'
import { refuse } from './refusals.ts'
import { cardRecord, cardShape, currentPinField, idField, labelField, pinField, readCardId } from './shapes.ts'

const group = 'Cards'

const ruleShape = z.strictObject({ mode: z.enum(['allow', 'block']), codes: z.array(z.string()) })
const controlsShape = z.strictObject({
  limits: z.array(z.strictObject({ period: z.enum(controlPeriods), amount: z.string() })).optional(),
  merchantCategories: ruleShape.optional(),
  countries: ruleShape.optional(),
  channels: z
    .strictObject({
      online: z.boolean().optional(),
      inStore: z.boolean().optional(),
      contactless: z.boolean().optional(),
      atm: z.boolean().optional(),
    })
    .optional(),
})

const ruleField = (entry: ReturnType<typeof text>) =>
  optional(z.object({ mode: oneOf(['allow', 'block']), codes: listOf(entry, { max: 300 }) }))

const controlsBody = z.object({
  limits: optional(listOf(z.object({ period: oneOf(controlPeriods), amount: amount() }), { max: 20 })),
  merchantCategories: ruleField(text({ max: 4, pattern: /^\d{4}$/, what: 'a merchant category code of four digits' })),
  countries: ruleField(country()),
  channels: optional(
    z.object({
      online: optional(trueOrFalse()),
      inStore: optional(trueOrFalse()),
      contactless: optional(trueOrFalse()),
      atm: optional(trueOrFalse()),
    }),
  ),
})

/** Ours beside the specification: label, spending controls and PIN. */
export const settingRoutes = (ctx: CardsContext): IssuingRoute[] => [
  labelRoute(ctx),
  readControlsRoute(ctx),
  controlsRoute(ctx),
  pinRoute(ctx),
  unblockRoute(ctx),
]

const labelRoute = (ctx: CardsContext) =>
  issuingRoute({
    method: 'PATCH',
    path: '/cards/:id',
    operationId: 'changeCard',
    group,
    summary: 'Change the label of a card',
    caller: 'holder',
    permission: 'cards:change',
    repeated: 'stored',
    params: idField,
    body: z.object({ label: clearable(labelField) }),
    reply: cardShape,
    run: async (call) => cardRecord(await changeLabel(ctx, { ...inputOf(call), label: call.body.label })),
    recover: recoverCard(ctx),
  })

const readControlsRoute = (ctx: CardsContext) =>
  issuingRoute({
    method: 'GET',
    path: '/cards/:id/controls',
    operationId: 'getCardControls',
    group,
    summary: 'Spending controls of a card',
    caller: 'holder',
    permission: 'cards:read',
    params: idField,
    reply: controlsShape,
    run: async ({ caller: { holderId }, params }) =>
      controlsRecord(await cardOfHolder(ctx, holderId, readCardId(params.id))),
  })

const controlsRoute = (ctx: CardsContext) =>
  issuingRoute({
    method: 'PUT',
    path: '/cards/:id/controls',
    operationId: 'setCardControls',
    group,
    summary: 'Set the spending controls of a card',
    about:
      'As a whole: what is left out is not limited. Amounts are in the currency of the card. The limits of the card product hold besides.',
    caller: 'holder',
    permission: 'cards:change',
    repeated: 'stored',
    params: idField,
    body: controlsBody,
    reply: controlsShape,
    run: async (call) => {
      const controlsOf = (card: Card) => controlsIn(call.body, card)
      return controlsRecord(await changeControls(ctx, { ...inputOf(call), controlsOf }))
    },
    recover: async ({ holderId }, id) => controlsRecord(await cardOfHolder(ctx, holderId, readCardId(id))),
  })

const controlsRecord = ({ controls }: Card): z.output<typeof controlsShape> => {
  const { limits, merchantCategories, countries, channels } = controls
  return {
    ...(limits && { limits: limits.map(({ period, amount }) => ({ period, amount })) }),
    ...(merchantCategories && { merchantCategories: ruleOf(merchantCategories) }),
    ...(countries && { countries: ruleOf(countries) }),
    ...(channels && { channels }),
  }
}
const ruleOf = ({ mode, codes }: Rule) => ({ mode, codes: [...codes] })

function controlsIn({ limits, merchantCategories, countries, channels }: z.output<typeof controlsBody>, card: Card) {
  const amounts = limits?.map(({ period, amount: given }, at) => {
    const money = amountIn(given, card.currency)
    if (money.minor <= 0n) throw refuse('invalid_control', { field: `limits[${at}].amount` })
    return { period, amount: formatMoney(money) }
  })
  const controls: Controls = {
    ...(amounts && { limits: amounts }),
    ...(merchantCategories && { merchantCategories }),
    ...(countries && { countries }),
    ...(channels && { channels }),
  }
  return controls
}

const pinRoute = (ctx: CardsContext) =>
  issuingRoute({
    method: 'POST',
    path: '/cards/:id/pin',
    operationId: 'changeCardPin',
    group,
    summary: 'Change the PIN of a card',
    about: 'With the current PIN, if the card has one. Three wrong ones suspend the card.',
    caller: 'holder',
    permission: 'cards:pin',
    repeated: 'stored',
    params: idField,
    body: z.object({ currentPin: optional(currentPinField), newPin: pinField }),
    reply: cardShape,
    run: async (call) => cardRecord(await changePin(ctx, { ...inputOf(call), currentPin: undefined, ...call.body })),
    recover: async ({ holderId }, id) =>
      cardRecord(await cardWithChangedPin(ctx, { holderId, cardId: readCardId(id) })),
  })

const unblockRoute = (ctx: CardsContext) =>
  issuingRoute({
    method: 'POST',
    path: '/cards/:id/pin/unblock',
    operationId: 'unblockCardPin',
    group,
    summary: 'Unblock the PIN of a card',
    about: 'A card that was suspended for three wrong PINs alone is as it was before.',
    caller: 'holder',
    permission: 'cards:pin',
    repeated: 'stored',
    params: idField,
    reply: cardShape,
    run: async (call) => cardRecord(await unblockPin(ctx, inputOf(call))),
    recover: recoverCard(ctx),
  })
