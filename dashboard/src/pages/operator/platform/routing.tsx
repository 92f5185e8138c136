import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Link } from '../../../ui/link.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { filled, opAt, sending, useGate } from '../acting.tsx'
import { namedOptions, SiteName, useConnectorOptions, useNamed } from '../names.tsx'
import { common } from '../words.ts'
import { TryRouting } from './try-routing.tsx'

const texts = {
  en: {
    title: 'Routing',
    about:
      'Which connector a payment is sent to. All that a rule names must fit; the lowest priority goes first, and what no rule fits goes to the default connector.',
    priority: 'Priority',
    brand: 'Card brand',
    bin: 'First digits of the card',
    which: 'Which payments',
    all: 'All',
    add: 'Add a rule',
    priorityHint: 'From 1. The lowest that fits goes first.',
    brandHint: 'A word in small letters, such as visa. Empty: all.',
    binHint: 'One to eight digits. Empty: all.',
    currencyHint: 'Three letters, such as EUR. Empty: all.',
    any: 'Every site',
    addEffect:
      'Counts within seconds for payments that begin from then on; what follows a payment stays at its connector.',
    remove: 'Remove',
    removeEffect: 'Payments that it fitted go by the other rules, within seconds.',
    rule: 'Rule',
    empty: 'There is no rule',
    hint: 'Every payment goes to the default connector. Add a rule to send some of them elsewhere.',
  },
  ro: {
    title: 'Rutare',
    about:
      'La ce conector se trimite o plată. Tot ce numește o regulă trebuie să corespundă; prioritatea cea mai mică e prima, iar ce nu corespunde niciunei reguli merge la conectorul implicit.',
    priority: 'Prioritate',
    brand: 'Marca cardului',
    bin: 'Primele cifre ale cardului',
    which: 'Ce plăți',
    all: 'Toate',
    add: 'Adaugă o regulă',
    priorityHint: 'De la 1. Cea mai mică ce corespunde e prima.',
    brandHint: 'Un cuvânt cu litere mici, cum ar fi visa. Gol: toate.',
    binHint: 'Una până la opt cifre. Gol: toate.',
    currencyHint: 'Trei litere, cum ar fi EUR. Gol: toate.',
    any: 'Toate magazinele',
    addEffect:
      'Contează în câteva secunde pentru plățile care încep de atunci; ce urmează unei plăți rămâne la conectorul ei.',
    remove: 'Elimină',
    removeEffect: 'Plățile care îi corespundeau merg după celelalte reguli, în câteva secunde.',
    rule: 'Regula',
    empty: 'Nu există nicio regulă',
    hint: 'Fiecare plată merge la conectorul implicit. Adaugă o regulă pentru a trimite unele în altă parte.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listRoutingRules'>

export default function Routing() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const columns: Column<Row>[] = [
    { name: 'priority', title: t.priority, cell: ({ priority }) => priority },
    {
      name: 'connector',
      title: c.connector,
      cell: ({ connector }) => <Link to={opAt('platform', 'connectors', connector)}>{connector}</Link>,
    },
    { name: 'which', title: t.which, cell: (row) => <Which of={row} />, phone: 'second' },
    { name: 'actions', title: c.actions, isTitleUnseen: true, isEnd: true, cell: (row) => <Remove of={row} /> },
  ]
  return (
    <>
      <ListPage<Row>
        title={t.title}
        about={t.about}
        listKey={['routing']}
        filters={[]}
        columns={columns}
        load={(_search, page, signal) => bodyOf(api.GET('/routing/rules', { params: { query: page }, signal }))}
        actions={<AddRule />}
        empty={
          <Empty title={t.empty}>
            <p className="soft">{t.hint}</p>
          </Empty>
        }
      />
      <TryRouting />
    </>
  )
}

function Which({ of: { siteId, currency, brand, bin } }: { of: Row }) {
  const t = useTexts(texts)
  const named = [currency, brand, bin && `${bin}…`].filter(Boolean).join(', ')
  if (siteId === undefined) return <>{named || t.all}</>
  return (
    <>
      <SiteName id={siteId} />
      {named && `, ${named}`}
    </>
  )
}

function Remove({ of: { id, connector } }: { of: Row }) {
  const t = useTexts(texts)
  const gate = useGate()
  const reason = useReasonField()
  return (
    <ActionButton
      action={{
        name: 'remove',
        label: t.remove,
        ...gate('routing:change'),
        spec: {
          title: `${t.remove}: ${t.rule} ${id} → ${connector}`,
          fields: [reason],
          effect: t.removeEffect,
          submit: t.remove,
          isDangerous: true,
          run: (values, key) =>
            bodyOf(api.POST('/routing/rules/{ruleId}/remove', sending({ ruleId: id }, values, key))),
        },
      }}
    />
  )
}

function AddRule() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const gate = useGate()
  const reason = useReasonField()
  const connectors = useConnectorOptions()
  const sites = namedOptions(useNamed('sites'))
  return (
    <ActionButton
      action={{
        name: 'add',
        label: t.add,
        look: 'main',
        ...gate('routing:change'),
        spec: {
          title: t.add,
          fields: [
            { name: 'connector', label: c.connector, kind: 'choice', options: connectors },
            {
              name: 'priority',
              label: t.priority,
              kind: 'number',
              first: '100',
              hint: t.priorityHint,
              isRequired: true,
            },
            { name: 'siteId', label: c.site, kind: 'choice', options: [{ value: '', label: t.any }, ...sites] },
            { name: 'currency', label: c.currency, hint: t.currencyHint },
            { name: 'brand', label: t.brand, hint: t.brandHint },
            { name: 'bin', label: t.bin, hint: t.binHint },
            reason,
          ],
          effect: t.addEffect,
          submit: t.add,
          run: ({ priority, ...values }, key) =>
            bodyOf(api.POST('/routing/rules', sending({}, { ...filled(values), priority: Number(priority) }, key))),
        },
      }}
    />
  )
}
