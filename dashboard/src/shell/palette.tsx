import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, bodyOf } from '../api/client.ts'
import { type Texts, useTexts } from '../i18n/language.tsx'
import { isCardNumber } from '../parts/card-number.ts'
import { useMoney } from '../parts/money.tsx'
import { useMay } from '../session.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Link } from '../ui/link.tsx'
import { useGo } from '../ui/url-state.ts'
import { at } from '../urls.ts'
import { addressOf, useNav } from './nav.tsx'
import { useScope } from './scope.tsx'

const texts: Texts<{
  title: string
  label: string
  hint: string
  payments: string
  pages: string
  none: string
  card: string
}> = {
  en: {
    title: 'Search',
    label: 'Search anything',
    hint: 'An id, an order number, an e-mail address, the last four digits of a card, an amount, or a page.',
    payments: 'Payments',
    pages: 'Pages',
    none: 'Nothing was found.',
    card: 'Search by the last four digits: a card number does not leave this field.',
  },
  ro: {
    title: 'Căutare',
    label: 'Caută orice',
    hint: 'Un id, un număr de comandă, o adresă de e-mail, ultimele patru cifre ale unui card, o sumă sau o pagină.',
    payments: 'Plăți',
    pages: 'Pagini',
    none: 'Nu s-a găsit nimic.',
    card: 'Caută după ultimele patru cifre: un număr de card nu părăsește acest câmp.',
  },
}

type Found = { key: string; to: string; text: string }

/** One box for everything: what is typed is looked for once the typing rests; Enter opens the first. */
export function Palette({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts)
  const language = useTexts({ en: 'en', ro: 'ro' } as const)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const go = useGo()
  const { scope } = useScope()
  const nav = useNav(scope)
  const payments = useFoundPayments(useRested(text.trim()))
  const type = (typed: string) => {
    const isCard = isCardNumber(typed)
    setText(isCard ? '' : typed)
    setProblem(isCard ? t.card : undefined)
  }
  const pages: Found[] = nav
    .flatMap((entry) => [entry, ...(entry.children ?? [])])
    .filter(({ title }) => title[language].toLowerCase().includes(text.trim().toLowerCase()))
    .map((entry) => ({ key: entry.path, to: addressOf(scope, entry), text: entry.title[language] }))
  const [first] = [...payments, ...pages]
  return (
    <Dialog title={t.title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (first === undefined) return
          onClose()
          go(first.to)
        }}
      >
        <Field name="q" label={t.label} hint={t.hint} value={text} onChange={type} problem={problem} autoFocus />
      </form>
      {payments.length > 0 && <Results title={t.payments} found={payments} onFollow={onClose} />}
      {pages.length > 0 && <Results title={t.pages} found={pages} onFollow={onClose} />}
      {payments.length + pages.length === 0 && <p className="soft">{t.none}</p>}
    </Dialog>
  )
}

const Results = ({ title, found, onFollow }: { title: string; found: readonly Found[]; onFollow: () => void }) => (
  <div>
    <p className="meta">{title}</p>
    <ul className="plain">
      {found.map(({ key, to, text }) => (
        <li key={key}>
          <Link to={to} className="option" onFollow={onFollow}>
            {text}
          </Link>
        </li>
      ))}
    </ul>
  </div>
)

function useFoundPayments(text: string): Found[] {
  const may = useMay()
  const money = useMoney()
  const { scope } = useScope()
  const { data } = useQuery({
    queryKey: ['payments', 'find', text],
    queryFn: ({ signal }) => bodyOf(api.GET('/payments/find', { params: { query: { text } }, signal })),
    enabled: text.length > 1 && may('transactions:read'),
  })
  return (data?.data ?? []).slice(0, 8).map(({ payment }) => ({
    key: payment.id,
    to: at(
      scope.kind === 'merchant' ? scope : { kind: 'merchant', id: String(payment.merchantId) },
      'payments',
      payment.id,
    ),
    text: `${payment.id} · ${money(payment.amount, payment.currency)} · ${payment.card} · ${payment.publicStatus}`,
  }))
}

/** The text once it has not changed for a moment. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), 150)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
