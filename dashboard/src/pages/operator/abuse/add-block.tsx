import { api, bodyOf } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { filled, sending, useGate } from '../acting.tsx'
import { namedOptions, useNamed } from '../names.tsx'
import { common } from '../words.ts'

const texts = {
  en: {
    add: 'Block',
    one: 'Fill in one of the first four.',
    address: 'Address or network',
    addressHint: '203.0.113.9 or 203.0.113.0/24; many shoppers may share one.',
    bin: 'First six digits',
    binHint: 'Of card numbers: all cards of one bank and kind.',
    payment: 'Card of a payment',
    paymentHint: 'The id of a payment with the card. It is blocked at the merchant of the payment.',
    any: 'Everywhere',
    until: 'Until the end of',
    untilHint: 'Empty: until somebody ends it. The day is of UTC.',
    effect:
      'Within five seconds typed cards are declined without a request to their bank. It looks like any other decline.',
  },
  ro: {
    add: 'Blochează',
    one: 'Completează unul dintre primele patru câmpuri.',
    address: 'Adresă sau rețea',
    addressHint: '203.0.113.9 sau 203.0.113.0/24; mulți cumpărători pot avea aceeași adresă.',
    bin: 'Primele șase cifre',
    binHint: 'Ale numerelor de card: toate cardurile unei bănci, de același fel.',
    payment: 'Cardul unei plăți',
    paymentHint: 'Id-ul unei plăți cu acest card. Se blochează la comerciantul plății.',
    any: 'Peste tot',
    until: 'Până la sfârșitul zilei',
    untilHint: 'Gol: până când o încheie cineva. Ziua este UTC.',
    effect:
      'În cinci secunde cardurile introduse sunt respinse fără o cerere la banca lor. Arată ca orice altă respingere.',
  },
} satisfies Texts<unknown>

/** A card is chosen by a payment: its number goes nowhere. */
export function AddBlock() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const gate = useGate()
  const reason = useReasonField()
  const sites = namedOptions(useNamed('sites'))
  return (
    <ActionButton
      action={{
        name: 'add',
        label: t.add,
        look: 'main',
        ...gate('blocks:change'),
        spec: {
          title: t.add,
          fields: [
            { name: 'address', label: t.address, hint: t.addressHint },
            { name: 'email', label: c.email },
            { name: 'bin', label: t.bin, hint: t.binHint },
            { name: 'paymentId', label: t.payment, hint: t.paymentHint },
            { name: 'siteId', label: c.site, kind: 'choice', options: [{ value: '', label: t.any }, ...sites] },
            { name: 'endsAt', label: t.until, kind: 'date', hint: t.untilHint },
            reason,
          ],
          effect: `${t.one} ${t.effect}`,
          submit: t.add,
          isDangerous: true,
          run: (values, key) => bodyOf(api.POST('/blocks', sending({}, filled(values), key))),
        },
      }}
    />
  )
}
