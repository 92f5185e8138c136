import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { statusesOf } from '../../../parts/status.tsx'
import { Time } from '../../../parts/time.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { type BecauseOf, sending, useCan } from '../acting.tsx'
import { MerchantName, namedOptions, SiteName, useNamed } from '../names.tsx'
import { common } from '../words.ts'
import { PriceActions } from './price-actions.tsx'

type Row = Entry<'listPrices'>

const states = statusesOf<Row['state']>({
  current: ['good', 'Current', 'În vigoare'],
  coming: ['info', 'Coming', 'Urmează'],
  ended: ['neutral', 'Ended', 'Încheiat'],
})

const texts = {
  en: {
    title: 'Pricing',
    about: 'What payments cost merchants. The rule that says most about a payment counts.',
    price: 'Price',
    forWhom: 'For whom',
    anySeller: 'Everybody',
    which: 'Which payments',
    all: 'All',
    from: 'From',
    until: 'Until',
    minimum: (text: string) => `at least ${text}`,
    volume: (text: string) => `from a volume of ${text}`,
    regions: { domestic: 'domestic cards', eea: 'cards of the EEA', other: 'other cards' },
    ended: 'Ended ones',
    hide: 'Left out',
    show: 'Shown',
    remove: 'Remove',
    removeEffect: 'It ends now. Payments that were made keep their price.',
    because: { price_rule_ended: 'It has ended already.' } satisfies BecauseOf<Row['actions']>,
    empty: 'No prices yet',
    hint: 'Without a rule, payments cost the standard price, 1.40 % + 0.25. Add a rule to charge another one.',
  },
  ro: {
    title: 'Prețuri',
    about: 'Cât îi costă plățile pe comercianți. Contează regula care spune cel mai mult despre o plată.',
    price: 'Preț',
    forWhom: 'Pentru cine',
    anySeller: 'Toți',
    which: 'Ce plăți',
    all: 'Toate',
    from: 'De la',
    until: 'Până la',
    minimum: (text: string) => `cel puțin ${text}`,
    volume: (text: string) => `de la un volum de ${text}`,
    regions: { domestic: 'carduri interne', eea: 'carduri din SEE', other: 'alte carduri' },
    ended: 'Cele încheiate',
    hide: 'Ascunse',
    show: 'Arătate',
    remove: 'Elimină',
    removeEffect: 'Se încheie acum. Plățile făcute își păstrează prețul.',
    because: { price_rule_ended: 'S-a încheiat deja.' } satisfies BecauseOf<Row['actions']>,
    empty: 'Încă nu sunt prețuri',
    hint: 'Fără o regulă, plățile costă prețul standard, 1,40 % + 0,25. Adaugă o regulă pentru alt preț.',
  },
} satisfies Texts<unknown>

export default function Pricing() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const merchants = useNamed('merchants')
  const columns: Column<Row>[] = [
    { name: 'price', title: t.price, cell: (row) => <Price of={row} /> },
    { name: 'status', title: c.status, cell: ({ state }) => <states.Status status={state} /> },
    { name: 'forWhom', title: t.forWhom, cell: (row) => <Whom of={row} />, phone: 'second' },
    { name: 'which', title: t.which, cell: (row) => <Which of={row} />, phone: 'second' },
    { name: 'from', title: t.from, cell: ({ validFrom }) => <Time at={validFrom} />, phone: 'second' },
    { name: 'until', title: t.until, cell: ({ until }) => until && <Time at={until} />, phone: 'never' },
    {
      name: 'actions',
      title: c.actions,
      isTitleUnseen: true,
      isEnd: true,
      cell: (row) => <Remove rule={row} />,
    },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['prices']}
      filters={[
        { name: 'merchantId', label: c.merchant, kind: 'choice', options: namedOptions(merchants) },
        {
          name: 'ended',
          label: t.ended,
          kind: 'choice',
          usual: 'false',
          options: [
            { value: 'false', label: t.hide },
            { value: 'true', label: t.show },
          ],
        },
      ]}
      columns={columns}
      load={({ ended, ...search }, page, signal) => {
        const query = { ...search, ...page, ...(ended === 'true' && { ended: true }) }
        return bodyOf(api.GET('/pricing', { params: { query }, signal }))
      }}
      actions={<PriceActions />}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}

function Price({ of: { basisPoints, fixed, minimum, currency = '' } }: { of: Row }) {
  const t = useTexts(texts)
  const hasMinimum = /[1-9]/.test(minimum)
  return (
    <span className="number">
      {(basisPoints / 100).toFixed(2)} % + {fixed} {currency}
      {hasMinimum && `, ${t.minimum(`${minimum} ${currency}`)}`}
    </span>
  )
}

function Whom({ of: { merchantId, siteId } }: { of: Row }) {
  const t = useTexts(texts)
  if (siteId !== undefined) return <SiteName id={siteId} />
  return merchantId === undefined ? t.anySeller : <MerchantName id={merchantId} />
}

const Which = ({ of }: { of: Row }) => useCriteria(of)

/** To which payments a rule applies, in words. */
function useCriteria({ brand, region, cardType, currency, volumeFrom }: Row): string {
  const t = useTexts(texts)
  const criteria = [brand, cardType, currency, region && t.regions[region], volumeFrom && t.volume(volumeFrom)]
  return criteria.filter(Boolean).join(', ') || t.all
}

function Remove({ rule }: { rule: Row }) {
  const { id, actions } = rule
  const t = useTexts(texts)
  const criteria = useCriteria(rule)
  const can = useCan()
  const reason = useReasonField()
  return (
    <ActionButton
      action={{
        name: 'remove',
        label: t.remove,
        ...can(actions.remove, t.because),
        spec: {
          title: `${t.remove}: ${criteria}, ${id}`,
          fields: [reason],
          effect: t.removeEffect,
          submit: t.remove,
          isDangerous: true,
          run: (values, key) => bodyOf(api.POST('/pricing/{ruleId}/remove', sending({ ruleId: id }, values, key))),
        },
      }}
    />
  )
}
