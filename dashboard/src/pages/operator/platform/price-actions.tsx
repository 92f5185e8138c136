import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Money } from '../../../parts/money.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { filled, sending, useGate } from '../acting.tsx'
import { namedOptions, useNamed } from '../names.tsx'
import { common } from '../words.ts'

const texts = {
  en: {
    add: 'Add a price',
    addEffect: 'It counts for payments that begin from then on. A rule about the same payments ends then.',
    try: 'Try a price',
    anySeller: 'Everybody',
    brand: 'Brand',
    brandHint: 'For example visa. Empty: all.',
    region: 'Cards of',
    anywhere: 'Anywhere',
    regions: { domestic: 'the country of the shop', eea: 'the EEA', other: 'elsewhere' },
    cardType: 'Type of card',
    cardTypeHint: 'For example credit or debit. Empty: all.',
    currencyHint: 'A fixed part or a minimum needs a currency. Empty: all.',
    volume: 'From a monthly volume of',
    points: 'Basis points',
    pointsHint: '290 is 2.90 %.',
    fixed: 'Fixed part',
    minimum: 'At least',
    validFrom: 'From',
    validHint: 'From the beginning of a day to come, UTC. Empty: now.',
    bin: 'First digits of the card',
    rule: 'By rule',
    noRule: 'None: the standard price',
    fee: 'Fee',
    net: 'The merchant receives',
    card: 'Card of',
    shop: 'Shop in',
  },
  ro: {
    add: 'Adaugă un preț',
    addEffect: 'Contează pentru plățile care încep de atunci. O regulă despre aceleași plăți se încheie atunci.',
    try: 'Încearcă un preț',
    anySeller: 'Toți',
    brand: 'Marca',
    brandHint: 'De exemplu visa. Gol: toate.',
    region: 'Carduri din',
    anywhere: 'Oriunde',
    regions: { domestic: 'țara magazinului', eea: 'SEE', other: 'altă parte' },
    cardType: 'Tipul cardului',
    cardTypeHint: 'De exemplu credit sau debit. Gol: toate.',
    currencyHint: 'O parte fixă sau un minim are nevoie de o monedă. Gol: toate.',
    volume: 'De la un volum lunar de',
    points: 'Puncte de bază',
    pointsHint: '290 înseamnă 2,90 %.',
    fixed: 'Parte fixă',
    minimum: 'Cel puțin',
    validFrom: 'De la',
    validHint: 'De la începutul unei zile care urmează, UTC. Gol: acum.',
    bin: 'Primele cifre ale cardului',
    rule: 'După regula',
    noRule: 'Niciuna: prețul standard',
    fee: 'Comision',
    net: 'Comerciantul primește',
    card: 'Card din',
    shop: 'Magazin din',
  },
} satisfies Texts<unknown>

export const PriceActions = () => (
  <>
    <Try />
    <Add />
  </>
)

const currencies = ['EUR', 'RON', 'USD', 'GBP', 'CHF', 'ILS'].map((value) => ({ value, label: value }))

function Add() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const gate = useGate()
  const reason = useReasonField()
  const merchants = useNamed('merchants')
  const sites = useNamed('sites')
  const all = { value: '', label: t.anySeller }
  const regions = Object.entries(t.regions).map(([value, label]) => ({ value, label }))
  return (
    <ActionButton
      action={{
        name: 'add',
        label: t.add,
        look: 'main',
        ...gate('pricing:change'),
        spec: {
          title: t.add,
          fields: [
            { name: 'basisPoints', label: t.points, kind: 'number', hint: t.pointsHint, isRequired: true },
            { name: 'fixed', label: t.fixed, kind: 'number' },
            { name: 'minimum', label: t.minimum, kind: 'number' },
            {
              name: 'currency',
              label: c.currency,
              kind: 'choice',
              hint: t.currencyHint,
              options: [{ value: '', label: '–' }, ...currencies],
            },
            { name: 'merchantId', label: c.merchant, kind: 'choice', options: [all, ...namedOptions(merchants)] },
            { name: 'siteId', label: c.site, kind: 'choice', options: [all, ...namedOptions(sites)] },
            { name: 'brand', label: t.brand, hint: t.brandHint },
            {
              name: 'region',
              label: t.region,
              kind: 'choice',
              options: [{ value: '', label: t.anywhere }, ...regions],
            },
            { name: 'cardType', label: t.cardType, hint: t.cardTypeHint },
            { name: 'volumeFrom', label: t.volume, kind: 'number' },
            { name: 'validFrom', label: t.validFrom, kind: 'date', hint: t.validHint },
            reason,
          ],
          effect: t.addEffect,
          submit: t.add,
          run: (values, key) => bodyOf(api.POST('/pricing', sending({}, filled(values), key))),
        },
      }}
    />
  )
}

function Try() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const sites = useNamed('sites')
  return (
    <ActionButton
      action={{
        name: 'try',
        label: t.try,
        spec: {
          title: t.try,
          fields: [
            { name: 'siteId', label: c.site, kind: 'choice', options: namedOptions(sites) },
            { name: 'amount', label: c.amount, kind: 'number', first: '100.00', isRequired: true },
            { name: 'currency', label: c.currency, kind: 'choice', options: currencies },
            { name: 'bin', label: t.bin, kind: 'number' },
            { name: 'brand', label: t.brand },
          ],
          submit: t.try,
          // The document wants a known currency; the form offers no other.
          run: (values) => bodyOf(api.GET('/pricing/try', { params: { query: filled(values) as never } })),
          after: (result) => <Tried of={result as Reply<'tryPrice'>} />,
        },
      }}
    />
  )
}

function Tried({ of: tried }: { of: Reply<'tryPrice'> }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const money = (amount: string) => <Money amount={amount} currency={tried.currency} />
  return (
    <Facts
      of={[
        [c.amount, money(tried.amount)],
        [t.fee, <strong key="fee">{money(tried.fee)}</strong>],
        [t.net, money(tried.net)],
        [t.rule, tried.ruleId ?? t.noRule],
        [t.points, tried.basisPoints],
        [t.fixed, tried.fixed],
        [t.brand, tried.brand],
        [t.card, tried.cardCountry],
        [t.shop, tried.siteCountry],
      ]}
    />
  )
}
