import { useQuery } from '@tanstack/react-query'
import { type Texts, useLanguage, useTexts } from '../../i18n/language.tsx'
import { Time } from '../../parts/time.tsx'
import { useMay } from '../../session.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Link } from '../../ui/link.tsx'

const texts = {
  en: {
    about: 'Counted from the lists themselves, as they change.',
    clear: 'Nothing waits',
    waits: 'Waits',
    oldest: 'the oldest since',
    newest: 'the newest at',
    failed: 'This could not be counted.',
  },
  ro: {
    about: 'Numărate din listele însele, pe măsură ce se schimbă.',
    clear: 'Nimic nu așteaptă',
    waits: 'Așteaptă',
    oldest: 'cel mai vechi din',
    newest: 'ultima la',
    failed: 'Nu s-a putut număra.',
  },
} satisfies Texts<unknown>

/**
 * How many there are, `more` for at least so many; since when the oldest waits, or when the newest came, where the list
 * begins with it.
 */
export type Count = { total: number; more?: boolean; since?: string | undefined; newest?: string | undefined }

/** A list that may need a person. `isOnlyCounted`: nothing in it waits for anybody. */
export type Watched<Name extends string> = {
  name: Name
  permission: string
  tone: Tone
  to: string
  isOnlyCounted?: boolean
  load(signal: AbortSignal): Promise<Count>
}

/** How the figures are counted, in one sentence. */
export const useNeedsAbout = (): string => useTexts(texts).about

type NeedsProps<Name extends string> = {
  /** Whose lists they are, beside the name of each in the key of its query. */
  of: string
  watched: readonly Watched<Name>[]
  names: Readonly<Record<Name, string>>
}

/** What a person has to look at, as far as the caller may see it; each figure leads to its list. */
export function NeedsFigures<Name extends string>({ of, watched, names }: NeedsProps<Name>) {
  const may = useMay()
  return (
    <ul className="plain figures">
      {watched
        .filter(({ permission }) => may(permission))
        .map((spec) => (
          <Figure key={spec.name} of={of} spec={spec} label={names[spec.name]} />
        ))}
    </ul>
  )
}

type FigureProps = { of: string; spec: Watched<string>; label: string }

function Figure({ of, spec, label }: FigureProps) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { data, error } = useQuery({
    queryKey: ['needs', of, spec.name],
    queryFn: ({ signal }) => spec.load(signal),
  })
  return (
    <li className="panel">
      <Link to={spec.to}>{label}</Link>
      <span className="figure" aria-busy={!data}>
        {data ? `${new Intl.NumberFormat(language).format(data.total)}${data.more ? '+' : ''}` : '…'}
      </span>
      {error && !data ? <span className="soft">{t.failed}</span> : data && <State of={data} spec={spec} />}
    </li>
  )
}

function State({ of: { total, since, newest }, spec }: { of: Count; spec: Watched<string> }) {
  const t = useTexts(texts)
  const moment = since ?? newest
  return (
    <span>
      {!spec.isOnlyCounted && <Badge tone={total === 0 ? 'good' : spec.tone}>{total === 0 ? t.clear : t.waits}</Badge>}{' '}
      {moment && (
        <span className="meta">
          {since ? t.oldest : t.newest} <Time at={moment} />
        </span>
      )}
    </span>
  )
}
