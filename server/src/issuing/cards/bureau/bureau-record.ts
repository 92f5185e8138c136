import type { PersonalisedCard } from '#core/issuervault'
import type { Card, Delivery } from '../card.ts'

/** What a bureau writes on one card, into its stripe (ISO/IEC 7813) and its chip, and where it sends it. */
export type BureauRecord = {
  cardId: string
  embossing: { pan: string; expiry: string; name: string; cvv2: string }
  stripe: { track1: string; track2: string }
  /** Tag 57: with the chip's own verification value, so that a copied stripe is found. */
  chip: { track2: string }
  /** ISO 9564-1, format 4, under the key of the file. */
  pinBlock: string | undefined
  delivery: Delivery['address']
}

export function bureauRecord(
  card: Card,
  { data, serviceCode, delivery }: { data: PersonalisedCard; serviceCode: string; delivery: Delivery },
): BureauRecord {
  const pan = data.pan.reveal()
  const pinData = data.pvv ? `${pvki}${data.pvv.reveal()}` : '00000'
  const discretionary = (value: string) => `${card.expiry}${serviceCode}${pinData}${value}`
  const [cvv, icvv] = [data.cvv.reveal(), data.icvv.reveal()]
  return {
    cardId: card.id,
    embossing: {
      pan: pan.replaceAll(/(.{4})(?=.)/g, '$1 '),
      expiry: `${card.expiry.slice(2)}/${card.expiry.slice(0, 2)}`,
      name: delivery.nameOnCard,
      cvv2: data.cvv2.reveal(),
    },
    stripe: {
      track1: `%B${pan}^${trackName(delivery.nameOnCard)}^${discretionary(cvv)}?`,
      track2: `;${pan}=${discretionary(cvv)}?`,
    },
    chip: { track2: `${pan}D${discretionary(icvv)}` },
    pinBlock: data.pinBlock?.reveal(),
    delivery: delivery.address,
  }
}
/** The index of the only PIN verification key. */
const pvki = 1

/** SURNAME/GIVEN NAMES, at most 26 characters. */
function trackName(name: string): string {
  const words = name.split(' ')
  const given = words.slice(0, -1).join(' ')
  return (given ? `${words.at(-1)}/${given}` : name).slice(0, 26)
}
