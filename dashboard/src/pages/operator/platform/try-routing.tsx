import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { Field } from '../../../ui/field.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { ErrorPanel } from '../../../ui/states.tsx'
import { filled } from '../acting.tsx'
import { namedOptions, useNamed } from '../names.tsx'
import { common } from '../words.ts'

type Tried = Reply<'tryRouting'>['data'][number]

const texts = {
  en: {
    title: 'What would happen with this payment?',
    about:
      'Nothing is sent. A payment is tried at three connectors at the most, and goes on only when one has trouble of its own.',
    brand: 'Card brand, such as visa',
    bin: 'First digits, 8 at most',
    ask: 'Say where it goes',
    order: 'Order',
    why: 'Why',
    result: 'Result',
    because: { own_card: 'The card is one of ours', default: 'Default connector', rule: (id: string) => `Rule ${id}` },
    takes: 'Tried',
    paused: 'Left out: paused',
    amount: 'Left out: does not take this amount',
    disabled: 'Left out: disabled',
    currency: 'Left out: does not take this currency',
    wallet: 'Left out: takes no wallets',
    merchant_initiated: 'Left out: another connector took the first payment',
    payout: 'Left out: pays nothing out',
    refused: 'No connector takes it: the payment is refused, and nothing is stored.',
  },
  ro: {
    title: 'Ce s-ar întâmpla cu această plată?',
    about:
      'Nu se trimite nimic. O plată se încearcă la cel mult trei conectori și merge mai departe doar când unul are probleme proprii.',
    brand: 'Marca cardului, de ex. visa',
    bin: 'Primele cifre, cel mult 8',
    ask: 'Spune unde merge',
    order: 'Ordine',
    why: 'De ce',
    result: 'Rezultat',
    because: {
      own_card: 'Cardul este unul al nostru',
      default: 'Conectorul implicit',
      rule: (id: string) => `Regula ${id}`,
    },
    takes: 'Încercat',
    paused: 'Sărit: în pauză',
    amount: 'Sărit: nu primește această sumă',
    disabled: 'Sărit: dezactivat',
    currency: 'Sărit: nu primește această monedă',
    wallet: 'Sărit: nu primește portofele digitale',
    merchant_initiated: 'Sărit: prima plată a fost la alt conector',
    payout: 'Sărit: nu face plăți către carduri',
    refused: 'Niciun conector nu o primește: plata este refuzată și nu se păstrează nimic.',
  },
} satisfies Texts<unknown>

/** Asks the server itself, by the same rules that payments go by. */
export function TryRouting() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const sites = namedOptions(useNamed('sites'))
  const [values, setValues] = useState<Readonly<Record<string, string>>>({ currency: 'EUR' })
  const siteId = values.siteId ?? sites[0]?.value ?? ''
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      // What is typed is text; the server says at which field it is wrong.
      bodyOf(api.GET('/routing/try', { params: { query: { ...filled(values), siteId } as never } })),
  })
  const problems = error instanceof ApiError ? error.fields : {}
  const field = (name: string, label: string, more: object = {}) => (
    <Field
      name={name}
      label={label}
      value={values[name] ?? ''}
      onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
      problem={problems[name]}
      {...more}
    />
  )
  return (
    <Panel title={t.title}>
      <p className="soft">{t.about}</p>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault()
          mutate()
        }}
      >
        <Field
          name="siteId"
          label={c.site}
          kind="choice"
          options={sites}
          value={siteId}
          onChange={(chosen) => setValues((before) => ({ ...before, siteId: chosen }))}
          problem={problems.siteId}
        />
        {field('amount', c.amount, { kind: 'number' })}
        {field('currency', c.currency)}
        {field('brand', t.brand)}
        {field('bin', t.bin)}
        <Button type="submit" look="main" isPending={isPending}>
          {t.ask}
        </Button>
      </form>
      {error && Object.keys(problems).length === 0 && <ErrorPanel error={error} />}
      {data && <Result of={data.data} />}
    </Panel>
  )
}

function Result({ of }: { of: readonly Tried[] }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  return (
    <>
      <SmallTable
        title={t.title}
        heads={[t.order, c.connector, t.why, t.result]}
        rows={of.map(({ connector, because, ruleId, skipped }, index) => ({
          key: connector,
          cells: [
            index + 1,
            connector,
            because === 'rule' ? t.because.rule(ruleId ?? '') : t.because[because],
            skipped ? (
              <Badge key="skipped" tone="neutral">
                {t[skipped]}
              </Badge>
            ) : (
              <Badge key="takes" tone="good">
                {t.takes}
              </Badge>
            ),
          ],
        }))}
      />
      {of.every(({ skipped }) => skipped !== undefined) && <div className="notice bad">{t.refused}</div>}
    </>
  )
}
