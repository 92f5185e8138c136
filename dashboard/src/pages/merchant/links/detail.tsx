import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, idIn, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { LinkStatus } from '../../../parts/link-status.tsx'
import { Money, useMoney } from '../../../parts/money.tsx'
import { PaymentStatus } from '../../../parts/payment-status.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Day, Time } from '../../../parts/time.tsx'
import { useMay } from '../../../session.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { FunnelChart } from '../../../ui/chart/index.ts'
import { CopyButton } from '../../../ui/copy.tsx'
import { DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { ErrorPanel, Loading } from '../../../ui/states.tsx'
import { at, withSearch } from '../../../urls.ts'
import { useCan, useGate } from '../../common/acting.tsx'
import { ApiReply } from '../../common/api-reply.tsx'
import { Audit } from '../../common/audit/panel.tsx'
import { linkActions, linkActionTexts } from './actions.ts'
import { linkTexts } from './texts.ts'

const texts = {
  en: {
    link: 'Link',
    share: 'Share it',
    copy: 'Copy link',
    code: 'QR code of the link',
    change: 'Change',
    duplicate: 'Duplicate',
    itemsByProgram: 'A list of items is copied by the interface for programs.',
    download: 'QR code (SVG)',
    downloadPng: 'QR code (PNG)',
    begun: 'Went on to pay',
    paidOnes: 'Paid',
    payments: 'Payments',
    none: 'No payments yet. They appear here the moment a shopper pays.',
    when: 'When',
    amount: 'Amount',
    status: 'Status',
    facts: 'Details',
    use: 'Use',
    underWay: 'Being paid now',
    trial: 'First payment',
    firstBill: 'Regular payments begin',
    customer: 'Customer',
    recovers: 'Recovers the payment',
    created: 'Created',
  },
  ro: {
    link: 'Link',
    share: 'Trimite-l',
    copy: 'Copiază linkul',
    code: 'Codul QR al linkului',
    change: 'Schimbă',
    duplicate: 'Fă o copie',
    itemsByProgram: 'O listă de articole se copiază prin interfața pentru programe.',
    download: 'Cod QR (SVG)',
    downloadPng: 'Cod QR (PNG)',
    begun: 'Au trecut la plată',
    paidOnes: 'Au plătit',
    payments: 'Plăți',
    none: 'Încă nu a plătit nimeni. Plățile apar aici în clipa în care plătește cineva.',
    when: 'Când',
    amount: 'Suma',
    status: 'Stare',
    facts: 'Detalii',
    use: 'Folosire',
    underWay: 'Se plătește acum',
    trial: 'Prima plată',
    firstBill: 'Plățile regulate încep',
    customer: 'Client',
    recovers: 'Recuperează plata',
    created: 'Creat',
  },
} satisfies Texts<unknown>

type LinkRecord = Reply<'getLink'>

export default function LinkPage() {
  const t = useTexts(texts)
  const words = { ...useTexts(linkTexts), ...useTexts(linkActionTexts) }
  const money = useMoney()
  const [can, gate] = [useCan(), useGate()]
  const reason = useReasonField()
  const id = useThingId()
  const { scope } = useScope()
  return (
    <DetailPage<LinkRecord>
      detailKey={['link', id]}
      load={(signal) => bodyOf(api.GET('/links/{linkId}', { params: { path: { linkId: idIn(id) } }, signal }))}
      parent={{ title: words.links, to: at(scope, 'links') }}
      id={id}
      heading={({ title, amount, currency, status, paid, limitAccess }) => ({
        title: (
          <>
            {title} · <Money amount={amount} currency={currency} />
          </>
        ),
        tab: `${t.link} ${title} · ${money(amount, currency)}`,
        badge: <LinkStatus status={status} />,
        sentence: words.used(paid, limitAccess),
      })}
      ways={(link) => [
        {
          label: t.change,
          to: at(scope, 'links', link.id, 'edit'),
          ...can(link.actions.change, words.because),
        },
        {
          label: t.duplicate,
          to: withSearch(at(scope, 'links', 'new'), { from: link.id }),
          ...(link.contentType === 'Items' && { whyNot: t.itemsByProgram }),
          ...gate('links:create'),
        },
      ]}
      actions={(link) => linkActions(link, words, { can, reason })}
      main={(link) => (
        <>
          <Share link={link} />
          <Payments link={link} />
          <Audit of={link.audit} />
          <ApiReply
            queryKey={['link', id]}
            load={(signal) =>
              bodyOf(api.GET('/links/{linkId}/api-reply', { params: { path: { linkId: idIn(id) } }, signal }))
            }
          />
        </>
      )}
      side={(link) => <FactsPanel link={link} />}
    />
  )
}

/** The address, as text and as a picture. */
function Share({ link: { url, qrCode, hash } }: { link: LinkRecord }) {
  const t = useTexts(texts)
  const picture = `data:image/svg+xml,${encodeURIComponent(qrCode)}`
  return (
    <Panel title={t.share}>
      <p style={{ overflowWrap: 'anywhere' }}>
        <a href={url} target="_blank" rel="noreferrer">
          <bdi>{url}</bdi>
        </a>
      </p>
      <p style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
        <CopyButton text={url} look="main">
          {t.copy}
        </CopyButton>
        <a className="button" href={picture} download={`${hash}.svg`}>
          {t.download}
        </a>
        <Button onPress={() => void savePng(picture, `${hash}.png`)}>{t.downloadPng}</Button>
      </p>
      <img src={picture} alt={t.code} width={192} height={192} />
    </Panel>
  )
}

/** Large enough for a poster of A4. */
const pngPixels = 1_200

/** Draws the code on white, as scanners expect it, and saves it. */
async function savePng(picture: string, fileName: string): Promise<void> {
  const image = new Image()
  image.src = picture
  await image.decode()
  const canvas = Object.assign(document.createElement('canvas'), { width: pngPixels, height: pngPixels })
  const pen = canvas.getContext('2d')!
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, pngPixels, pngPixels)
  pen.drawImage(image, 0, 0, pngPixels, pngPixels)
  const link = Object.assign(document.createElement('a'), { href: canvas.toDataURL('image/png'), download: fileName })
  link.click()
}

function Payments({ link }: { link: LinkRecord }) {
  const { siteId, hash } = link
  const t = useTexts(texts)
  const may = useMay()
  const { scope } = useScope()
  const { data, error, refetch } = useQuery({
    queryKey: ['link', hash, 'payments'],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/payments', { params: { query: { siteId, link: hash, size: 50 } }, signal })),
    enabled: may('transactions:read'),
  })
  if (!may('transactions:read')) return null
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <Panel title={t.payments}>
      {link.begun > 0 && (
        <FunnelChart
          steps={[
            { name: t.begun, count: link.begun },
            { name: t.paidOnes, count: link.paid },
          ]}
        />
      )}
      {data.data.length === 0 ? (
        <p className="soft">{t.none}</p>
      ) : (
        <SmallTable
          title={t.payments}
          heads={[t.when, t.status, { end: t.amount }]}
          rows={data.data.map((payment) => ({
            key: payment.id,
            cells: [
              <Link key="at" to={at(scope, 'payments', payment.id)}>
                <Time at={payment.createdAt} />
              </Link>,
              <PaymentStatus key="status" status={payment.status} reason={payment.declineReason} />,
              <Money key="amount" amount={payment.amount} currency={payment.currency} />,
            ],
          }))}
        />
      )}
    </Panel>
  )
}

function FactsPanel({ link }: { link: LinkRecord }) {
  const t = useTexts(texts)
  const words = useTexts(linkTexts)
  const { scope, sites } = useScope()
  const { currency, intervalType, intervalValue, trialAmount, limitAccess, paid, reserved } = link
  const repeats = intervalType !== undefined && intervalValue !== undefined
  return (
    <Panel title={t.facts}>
      <Facts
        of={[
          [words.amount, <Money key="amount" amount={link.amount} currency={currency} />],
          [words.orderType, repeats ? words.every(intervalValue, intervalType) : words.orderTypes[link.orderType]],
          [t.trial, trialAmount !== undefined && <Money amount={trialAmount} currency={currency} />],
          [t.firstBill, link.firstBillDate],
          [t.use, words.used(paid, limitAccess)],
          [t.underWay, reserved > 0 && String(reserved)],
          [words.expireDate, link.expireDate && <Day key="last" on={link.expireDate} />],
          [t.customer, link.customerEmail],
          [words.site, sites.find(({ id }) => id === link.siteId)?.name],
          [
            t.recovers,
            link.recovers && <Link to={at(scope, 'payments', link.recovers.paymentId)}>{link.recovers.paymentId}</Link>,
          ],
          [t.created, <Time key="created" at={link.createdAt} />],
        ]}
      />
    </Panel>
  )
}
