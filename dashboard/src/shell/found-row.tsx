import { type Texts, useTexts } from '../i18n/language.tsx'
import { cards, spends, topups } from '../pages/partner/statuses.ts'
import { brandName } from '../parts/brand.ts'
import { LinkStatus } from '../parts/link-status.tsx'
import { Money } from '../parts/money.tsx'
import { OrderStatus } from '../parts/order-status.tsx'
import { PaymentStatus } from '../parts/payment-status.tsx'
import { PayoutStatus } from '../parts/payout-status.tsx'
import { Time } from '../parts/time.tsx'
import { Badge } from '../ui/badge.tsx'
import { Link } from '../ui/link.tsx'
import { foundAt, type Scope } from '../urls.ts'
import type { Hit, HitKind } from './use-found.ts'

type Words = { kinds: Record<HitKind, string>; by: Record<Hit['by'], string> }

export const foundTexts = {
  en: {
    kinds: {
      payment: 'Payments',
      order: 'Orders',
      shopper: 'People',
      link: 'Payment links',
      'merchant-payout': 'Payouts',
      'card-transaction': 'Card transactions',
      customer: 'Customers',
      card: 'Cards',
      topup: 'Topups',
      event: 'Events',
      site: 'Sites',
      merchant: 'Merchants',
      partner: 'Partners',
      request: 'Requests',
    },
    by: {
      id: 'id',
      order: 'order number',
      reference: 'reference',
      request: 'request',
      'authorization-code': 'authorization code',
      ip: 'IP address',
      hash: 'address of the link',
      number: 'customer number',
      email: 'e-mail',
      name: 'name',
      description: 'description',
      shop: 'shop',
      'last-four': 'last four digits',
      amount: 'amount',
      date: 'day',
    },
  },
  ro: {
    kinds: {
      payment: 'Plăți',
      order: 'Comenzi',
      shopper: 'Persoane',
      link: 'Linkuri de plată',
      'merchant-payout': 'Viramente',
      'card-transaction': 'Tranzacții cu cardul',
      customer: 'Clienți',
      card: 'Carduri',
      topup: 'Alimentări',
      event: 'Evenimente',
      site: 'Magazine',
      merchant: 'Comercianți',
      partner: 'Parteneri',
      request: 'Cereri',
    },
    by: {
      id: 'id',
      order: 'numărul comenzii',
      reference: 'referință',
      request: 'cerere',
      'authorization-code': 'cod de autorizare',
      ip: 'adresă IP',
      hash: 'adresa linkului',
      number: 'numărul clientului',
      email: 'e-mail',
      name: 'nume',
      description: 'descriere',
      shop: 'magazin',
      'last-four': 'ultimele patru cifre',
      amount: 'sumă',
      date: 'zi',
    },
  },
} satisfies Texts<Words>

type FoundRowProps = { hit: Hit; scope: Scope; siteName?: string | undefined; onFollow?: () => void }

/** One thing that was found: what it is, how it stands, and by what it was found. */
export function FoundRow({ hit, scope, siteName, onFollow }: FoundRowProps) {
  const t = useTexts(foundTexts)
  const { id, kind, amount, currency, at } = hit
  // Of a payment it begins with the word that the interface has for the brand.
  const title = kind === 'payment' ? hit.title?.replace(/^[a-z]+/, brandName) : hit.title
  return (
    <Link to={foundAt(scope, hit)} className="option found" {...(onFollow && { onFollow })}>
      <span className="strong">
        {amount !== undefined && currency !== undefined && <Money amount={amount} currency={currency} />}{' '}
        <bdi>{title || id}</bdi>
      </span>
      <HitStatus hit={hit} />
      <span className="meta">
        {title && <bdi className="mono">{id}</bdi>} {at && <Time at={at} />} {siteName} <i>{t.by[hit.by]}</i>
      </span>
    </Link>
  )
}

function HitStatus({ hit: { kind, status } }: { hit: Hit }) {
  if (status === undefined) return null
  if (kind === 'payment') return <PaymentStatus status={status} />
  // The search has the statuses of all kinds as text.
  if (kind === 'order') return <OrderStatus status={status as never} />
  if (kind === 'merchant-payout') return <PayoutStatus status={status as never} />
  if (kind === 'link') return <LinkStatus status={status as never} />
  if (kind === 'card') return <cards.Status status={status as never} />
  if (kind === 'card-transaction') return <spends.Status status={status as never} />
  if (kind === 'topup') return <topups.Status status={status as never} />
  return <Badge tone="neutral">{status}</Badge>
}
