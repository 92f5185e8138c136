import { z } from 'zod'
import { type KeyKind, keyKinds, type ProductKey } from '#core/issuervault'
import { assets } from '#kernel/base/assets.ts'
import { clearable, listOf, optional, text, wholeNumber, yesNo } from '#kernel/http/field.ts'
import { momentShape, momentText, uuidShape } from '#kernel/http/json-shape.ts'
import { feeKinds, limitPeriods, type Product, type Settings } from './product.ts'
import { topupBounds, topupStatuses, topupTypes } from './topup-terms.ts'

/** What the routes of programmes read and reply. */

const amountShape = { currency: z.enum(assets), amount: z.string() }
export const productShape = z.strictObject({
  id: uuidShape.meta({ description: 'The subscriptionCardId of the issuing interface.' }),
  partnerId: z.string(),
  name: z.string(),
  active: z.boolean(),
  prefix: z.string(),
  virtual: z.boolean(),
  physical: z.boolean(),
  currencies: z.array(z.enum(assets)),
  months: z.int(),
  expiryOrder: z.enum(['YYMM', 'MMYY']),
  serviceCode: z.string(),
  limits: z.array(z.strictObject({ period: z.enum(limitPeriods), ...amountShape })),
  fees: z.array(z.strictObject({ kind: z.enum(feeKinds), ...amountShape })),
  markupPercent: z.string(),
  design: z.string().optional(),
  bureauKey: z.string().optional().meta({ description: 'Public RSA key (PEM) of the personalisation bureau.' }),
  numbersIssued: z.int(),
  numbersInAll: z.int(),
  createdAt: momentShape,
})

export const productRecord = (
  { partnerId, currencies, limits, fees, design, bureauKey, createdAt, ...product }: Product,
  { issued, capacity }: { issued: number; capacity: number },
): z.output<typeof productShape> => ({
  ...product,
  partnerId: String(partnerId),
  currencies: [...currencies],
  limits: [...limits],
  fees: [...fees],
  ...(design !== undefined && { design }),
  ...(bureauKey !== undefined && { bureauKey }),
  numbersIssued: issued,
  numbersInAll: capacity,
  createdAt: momentText(createdAt),
})

export const settingsShape = z.strictObject({
  partnerId: z.string(),
  frameAncestors: z.array(z.string()),
  appleRoot: z.string().optional(),
  googleKey: z.string().optional(),
  returnUrl: z.string().optional(),
  kycValid: z.string().optional().meta({ description: 'Left out: as long as the operator says for all.' }),
  topupSite: z.int().optional().meta({ description: 'The site that takes the payments of topups.' }),
  topupRedirects: z.boolean(),
  topupLimits: z.array(z.strictObject({ status: z.enum(topupStatuses), bound: z.enum(topupBounds), ...amountShape })),
  topupFees: z.array(
    z.strictObject({ type: z.enum(topupTypes), currency: z.enum(assets), percent: z.string(), fixed: z.string() }),
  ),
})

export const settingsRecord = (partnerId: number, settings: Settings): z.output<typeof settingsShape> => {
  const { frameAncestors, appleRoot, googleKey, returnUrl, kycValid, topupSite } = settings
  return {
    partnerId: String(partnerId),
    frameAncestors: [...frameAncestors],
    ...(appleRoot !== undefined && { appleRoot }),
    ...(googleKey !== undefined && { googleKey }),
    ...(returnUrl !== undefined && { returnUrl }),
    ...(kycValid !== undefined && { kycValid }),
    ...(topupSite !== undefined && { topupSite }),
    topupRedirects: settings.topupRedirects,
    topupLimits: [...settings.topupLimits],
    topupFees: [...settings.topupFees],
  }
}

export const keyShape = z.strictObject({
  kind: z.enum(keyKinds),
  version: z.int(),
  checkValue: z.string(),
  createdAt: momentShape,
})
export const keyRecord = ({ kind, version, checkValue, createdAt }: ProductKey): z.output<typeof keyShape> => ({
  kind: kind satisfies KeyKind,
  version,
  checkValue,
  createdAt: momentText(createdAt),
})

const pem = (what: string) => clearable(text({ max: 8_000, lines: true, what: `${what} (PEM)` }))
const amounts = (what: string) => optional(listOf(text({ max: 60, what }), { max: 50 }))

export const nameField = text({ max: 100, what: 'the name of the card product' })

/** What may be sent of a new product and of a change alike. */
export const termFields = {
  limits: amounts('period:currency:amount, such as day:EUR:1000.00'),
  fees: amounts('kind:currency:amount, such as issuePhysical:EUR:5.00'),
  markupPercent: optional(text({ max: 5, what: 'a percentage, such as 2.50' })),
  design: clearable(text({ max: 100, what: 'the partner’s name for how the card looks' })),
  bureauKey: pem('the public RSA key of the personalisation bureau'),
}

export const settingFields = {
  frameAncestors: optional(listOf(text({ max: 300, what: 'an origin, such as https://app.example' }), { max: 50 })),
  appleRoot: pem('the root certificate of the first wallet'),
  googleKey: pem('the public key of the second wallet’s token service'),
  returnUrl: clearable(text({ max: 1_000, what: 'where customers go who have handed in their documents' })),
  kycValid: clearable(text({ max: 30, what: 'how long approvals of customers hold, such as P1Y' })),
  topupSite: clearable(wholeNumber({ min: 1, max: 2_147_483_647 })).meta({
    description: 'The site that takes the payments of topups; its notifications must come to Florin.',
  }),
  topupRedirects: optional(yesNo()).meta({ description: 'The page of a topup goes on to the payment by itself.' }),
  topupLimits: amounts('status:bound:currency:amount, such as approved:day:EUR:1000.00'),
  topupFees: amounts('type:currency:percent:fixed, such as fiat:EUR:1.50:0.25'),
}
