import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { filled, opAt, sending, useGate } from '../acting.tsx'
import { namedOptions, PartnerName, useNamed } from '../names.tsx'
import { common } from '../words.ts'

const texts = {
  en: {
    title: 'Card products',
    about: 'What cards partners can issue.',
    prefix: 'First digits',
    forms: 'Forms',
    virtual: 'virtual',
    physical: 'physical',
    issued: 'Numbers used',
    of: 'of',
    add: 'Add a product',
    effect: 'It gets its own keys. First digits, currencies and forms stay as they are.',
    currencies: 'Currencies',
    currenciesHint: 'With commas, for example EUR, RON.',
    months: 'Months until a card expires',
    empty: 'No card products yet',
    hint: 'A product belongs to a partner, with the first digits of its cards, limits and fees.',
  },
  ro: {
    title: 'Produse de card',
    about: 'Ce carduri pot emite partenerii.',
    prefix: 'Primele cifre',
    forms: 'Forme',
    virtual: 'virtual',
    physical: 'fizic',
    issued: 'Numere folosite',
    of: 'din',
    add: 'Adaugă un produs',
    effect: 'Primește cheile sale. Primele cifre, monedele și formele rămân neschimbate.',
    currencies: 'Monede',
    currenciesHint: 'Cu virgule, de exemplu EUR, RON.',
    months: 'Luni până la expirarea unui card',
    empty: 'Încă nu sunt produse de card',
    hint: 'Un produs aparține unui partener, cu primele cifre ale cardurilor, limite și comisioane.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listProducts'>

export default function Products() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const partners = useNamed('partners')
  const columns: Column<Row>[] = [
    { name: 'name', title: c.name, cell: ({ name }) => name },
    {
      name: 'status',
      title: c.status,
      cell: ({ active }) => <Badge tone={active ? 'good' : 'neutral'}>{active ? c.active : c.inactive}</Badge>,
    },
    { name: 'partner', title: c.partner, cell: ({ partnerId }) => <PartnerName id={partnerId} />, phone: 'second' },
    { name: 'prefix', title: t.prefix, cell: ({ prefix }) => <code>{prefix}</code>, phone: 'second' },
    {
      name: 'forms',
      title: t.forms,
      cell: ({ virtual, physical }) => [virtual && t.virtual, physical && t.physical].filter(Boolean).join(', '),
      phone: 'never',
    },
    { name: 'currency', title: c.currency, cell: ({ currencies }) => currencies.join(', '), phone: 'never' },
    {
      name: 'issued',
      title: t.issued,
      cell: ({ numbersIssued, numbersInAll }) => `${numbersIssued} ${t.of} ${numbersInAll}`,
      isEnd: true,
      phone: 'never',
    },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['products']}
      filters={[{ name: 'partnerId', label: c.partner, kind: 'choice', options: namedOptions(partners) }]}
      columns={columns}
      load={(search, page, signal) =>
        bodyOf(api.GET('/products', { params: { query: { ...search, ...page } }, signal }))
      }
      to={({ id }) => opAt('platform', 'products', id)}
      actions={<Add />}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}

function Add() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const gate = useGate()
  const reason = useReasonField()
  const partners = useNamed('partners')
  const yesNo = (first: string) => ({
    kind: 'choice' as const,
    first,
    options: [
      { value: 'true', label: c.yes },
      { value: 'false', label: c.no },
    ],
  })
  return (
    <ActionButton
      action={{
        name: 'add',
        label: t.add,
        look: 'main',
        ...gate('programmes:change'),
        spec: {
          title: t.add,
          fields: [
            { name: 'partnerId', label: c.partner, kind: 'choice', options: namedOptions(partners) },
            { name: 'name', label: c.name, isRequired: true },
            { name: 'prefix', label: t.prefix, kind: 'number', isRequired: true },
            { name: 'currencies', label: t.currencies, hint: t.currenciesHint, isRequired: true },
            { name: 'virtual', label: t.virtual, ...yesNo('true') },
            { name: 'physical', label: t.physical, ...yesNo('false') },
            { name: 'months', label: t.months, kind: 'number' },
            reason,
          ],
          effect: t.effect,
          submit: t.add,
          run: ({ currencies = '', ...values }, key) => {
            const list = currencies.split(/[\s,]+/).filter((one) => one !== '')
            return bodyOf(api.POST('/products', sending({}, { ...filled(values), currencies: list }, key)))
          },
        },
      }}
    />
  )
}
