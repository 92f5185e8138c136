import { api, apiRoot, bodyOf, type Entry, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { useMay } from '../../../session.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { Empty } from '../../../ui/states.tsx'
import { sending, useGate } from '../acting.tsx'
import { Actor } from '../names.tsx'
import { common } from '../words.ts'
import { payouts } from './statuses.ts'

const texts = {
  en: {
    title: 'Bank files',
    about: 'Files of payouts for your bank (ISO 20022, pain.001). Give each to the bank once.',
    message: 'Message',
    payouts: 'Payouts',
    made: 'Made',
    download: 'Download',
    make: 'Make a file',
    makeEffect: 'All payouts that wait for the bank are in it, and count as submitted from then on.',
    import: 'Import a file of the bank',
    importEffect: 'Statuses and statements of the bank: pain.002, camt.053 or camt.054. A repeat changes nothing.',
    file: 'File',
    empty: 'No bank files yet',
    hint: 'A file has every payout that waits for the bank.',
    noTransfers: 'The file says nothing of payouts.',
    reference: 'Reference',
    reported: 'The bank says',
    outcome: 'Outcome',
    outcomes: {
      recorded: 'recorded',
      same: 'known already',
      unknown: 'no payout of ours',
      differs: 'differs from ours: look at it',
      impossible: 'cannot follow: look at it',
      duplicate: 'the bank has it already: look at it',
      unclear: 'not understood: look at it',
    },
    reports: {
      paid: 'paid',
      rejected: 'refused',
      returned: 'came back',
      duplicate: 'refused as a duplicate',
      unclear: 'something else',
    },
  },
  ro: {
    title: 'Fișiere bancare',
    about: 'Fișiere de viramente pentru bancă (ISO 20022, pain.001). Dă-l pe fiecare băncii o singură dată.',
    message: 'Mesaj',
    payouts: 'Viramente',
    made: 'Făcut',
    download: 'Descarcă',
    make: 'Fă un fișier',
    makeEffect: 'Conține toate viramentele care așteaptă banca; de atunci se consideră trimise.',
    import: 'Importă un fișier al băncii',
    importEffect: 'Stări și extrase ale băncii: pain.002, camt.053 sau camt.054. Repetarea nu schimbă nimic.',
    file: 'Fișier',
    empty: 'Încă nu sunt fișiere bancare',
    hint: 'Un fișier conține fiecare virament care așteaptă banca.',
    noTransfers: 'Fișierul nu spune nimic despre viramente.',
    reference: 'Referință',
    reported: 'Banca spune',
    outcome: 'Rezultat',
    outcomes: {
      recorded: 'înregistrat',
      same: 'deja cunoscut',
      unknown: 'nu este viramentul nostru',
      differs: 'diferă de al nostru: verifică-l',
      impossible: 'nu poate urma: verifică-l',
      duplicate: 'banca îl are deja: verifică-l',
      unclear: 'neînțeles: verifică-l',
    },
    reports: {
      paid: 'plătit',
      rejected: 'refuzat',
      returned: 'întors',
      duplicate: 'refuzat ca duplicat',
      unclear: 'altceva',
    },
  },
} satisfies Texts<unknown>

type Row = Entry<'listMerchantPayoutFiles'>

export default function BankFiles() {
  const t = useTexts(texts)
  const may = useMay()
  const zone = useZoneName()
  const columns: Column<Row>[] = [
    { name: 'message', title: t.message, cell: ({ messageId }) => <code>{messageId}</code> },
    { name: 'payouts', title: t.payouts, cell: ({ payouts: count }) => count, phone: 'second' },
    { name: 'made', title: `${t.made} (${zone})`, cell: ({ madeAt }) => <Time at={madeAt} />, phone: 'second' },
    { name: 'by', title: useTexts(common).by, cell: ({ madeBy }) => <Actor of={madeBy} />, phone: 'second' },
    {
      name: 'download',
      title: t.download,
      isTitleUnseen: true,
      isEnd: true,
      cell: ({ id, messageId }) =>
        may('merchant-payouts:submit') && (
          <a
            className="button"
            href={`${apiRoot}/merchant-payout-files/${encodeURIComponent(id)}`}
            aria-label={`${t.download} ${messageId}`}
            download
          >
            {t.download}
          </a>
        ),
    },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['payout-files']}
      filters={[]}
      columns={columns}
      load={(_search, page, signal) => bodyOf(api.GET('/merchant-payout-files', { params: { query: page }, signal }))}
      actions={<FileActions />}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}

function FileActions() {
  const t = useTexts(texts)
  const gate = useGate()
  const reason = useReasonField()
  return (
    <>
      <ActionButton
        action={{
          name: 'make',
          label: t.make,
          look: 'main',
          ...gate('merchant-payouts:submit'),
          spec: {
            title: t.make,
            fields: [reason],
            effect: t.makeEffect,
            submit: t.make,
            run: (values, key) => bodyOf(api.POST('/merchant-payout-files', sending({}, values, key))),
          },
        }}
      />
      <ActionButton
        action={{
          name: 'import',
          label: t.import,
          ...gate('merchant-payouts:resolve'),
          spec: {
            title: t.import,
            fields: [{ name: 'content', label: t.file, kind: 'textFile', isRequired: true }, reason],
            effect: t.importEffect,
            submit: t.import,
            run: (values, key) => bodyOf(api.POST('/merchant-payout-files/import', sending({}, values, key))),
            after: (result) => <Imported of={result as Reply<'importBankFile'>} />,
          },
        }}
      />
    </>
  )
}

function Imported({ of: { transfers } }: { of: Reply<'importBankFile'> }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  if (transfers.length === 0) return <p>{t.noTransfers}</p>
  return (
    <SmallTable
      title={t.import}
      heads={[t.reference, t.reported, t.outcome, c.status]}
      rows={transfers.map(({ endToEndId, reported, outcome, status }, line) => ({
        key: `${line} ${endToEndId}`,
        cells: [
          <code key="reference">{endToEndId}</code>,
          t.reports[reported],
          t.outcomes[outcome],
          status && <payouts.Status key="status" status={status} />,
        ],
      }))}
    />
  )
}
