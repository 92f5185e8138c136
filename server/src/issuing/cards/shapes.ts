import { z } from 'zod'
import { isPin } from '#core/issuervault'
import { momentShape, momentText, uuidShape } from '#issuing/api'
import { type CardId, readUuid } from '#issuing/ids'
import { Secret } from '#kernel/base/secret.ts'
import { country, optional, text } from '#kernel/http/field.ts'
import { type Card, expiryOf, reissueReasons } from './card.ts'
import { cardStates } from './card-states.ts'
import { refuse } from './refusals.ts'

/** What the routes of cards read and reply. */

export const cardShape = z.strictObject({
  id: uuidShape,
  subscriptionCardId: uuidShape,
  accountId: uuidShape,
  label: z.string().optional(),
  isVirtual: z.boolean(),
  currency: z.string(),
  status: z.enum(cardStates.statuses),
  last4: z.string(),
  expiryMonth: z.int(),
  expiryYear: z.int(),
  replaces: uuidShape.optional().meta({ description: 'The card whose successor this is.' }),
  reissueReason: z.enum(reissueReasons).optional(),
  createdAt: momentShape,
})

export const cardRecord = (card: Card): z.output<typeof cardShape> => ({
  id: card.id,
  subscriptionCardId: card.productId,
  accountId: card.accountId,
  ...(card.label !== undefined && { label: card.label }),
  isVirtual: card.virtual,
  currency: card.currency,
  status: card.status,
  last4: card.lastFour,
  ...expiryOf(card),
  ...(card.replaces && { replaces: card.replaces, reissueReason: card.reissueReason }),
  createdAt: momentText(card.createdAt),
})

export const idField = z.object({ id: z.string() })

export function readCardId(unchecked: string): CardId {
  const id = readUuid<CardId>(unchecked)
  if (!id) throw refuse('issued_card_not_found', { cardId: unchecked.slice(0, 50) })
  return id
}

/** A PIN is never repeated in an error, whatever is wrong with it. */
const secretField = (isRight: (sent: string) => boolean, message: string) =>
  z
    .unknown()
    .transform((sent, context): Secret<string> => {
      if (typeof sent === 'string' && isRight(sent)) return new Secret(sent)
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .meta({ type: 'string', pattern: '^\\d{4,6}$' })

export const pinField = secretField(isPin, 'must be a text of 4 to 6 digits, not all the same and no run such as 1234')

/** Whatever it is, it is compared, so that each wrong one counts. */
export const currentPinField = secretField((sent) => /^\d{1,12}$/.test(sent), 'must be a text of digits')

const line = (what: string, max = 50) => text({ max, min: 1, what, prose: true })

export const addressField = z.object({
  recipient: line('who receives the card'),
  street: line('street and number'),
  street2: optional(line('a second line')),
  city: line('a city'),
  postalCode: line('a postal code', 20),
  state: optional(line('a state or province')),
  country: country(),
})

export const nameField = text({
  max: 26,
  pattern: /^[A-Za-z][A-Za-z .'-]{1,25}$/,
  what: 'a name in Latin letters as it is embossed, such as ANA POPESCU',
})

export const labelField = text({ max: 50, min: 1, what: 'a name for the card', prose: true })

export const subscriptionCardField = text({ max: 36, what: 'the id of a card product (a UUID)' })
