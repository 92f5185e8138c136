import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { type Texts, useTexts } from '../i18n/language.tsx'
import { ActionDialog, type ActionSpec } from './action-dialog.tsx'
import { Button } from './button.tsx'
import { Contained } from './contained.tsx'
import { CopyButton, copyText } from './copy.tsx'
import { InListLine } from './in-list-line.tsx'
import { Link } from './link.tsx'
import { useOffline } from './offline.tsx'
import { useShownAt } from './page-at.tsx'
import { useOfferedActions, useVisit } from './page-memory.ts'
import { focusControlOf, useShortcuts } from './shortcuts.ts'
import { ErrorPanel, Loading, Missing } from './states.tsx'
import { useTitle } from './title.ts'
import { usePath } from './url-state.ts'
import { WhyNotLine } from './why-not.tsx'

const texts: Texts<{ copy: string }> = { en: { copy: 'Copy id' }, ro: { copy: 'Copiază id-ul' } }

/** One thing that can be done here. One that cannot be done now stays in its place and says why. */
export type Action = {
  name: string
  label: string
  whyNot?: string | undefined
  shortcut?: string
  look?: 'main' | 'danger'
  spec: ActionSpec<unknown>
}

/** A page on which something is done with a thing; why it cannot be done, in place of the way. */
export type Way = { label: string; to: string; whyNot?: string | undefined }

export type DetailSpec<Thing> = {
  /** Begins the key of the query. */
  detailKey: readonly unknown[]
  load(signal: AbortSignal): Promise<Thing>
  /** The list that it belongs to. */
  parent: { title: string; to: string }
  id: string
  heading(thing: Thing): { title: ReactNode; tab: string; badge?: ReactNode; sentence?: ReactNode }
  actions?(thing: Thing): readonly Action[]
  /** Ways from here that belong beside the actions. */
  ways?(thing: Thing): readonly Way[]
  /** What happened, in the wide column. */
  main(thing: Thing): ReactNode
  /** What it is, in the narrow one. */
  side?(thing: Thing): ReactNode
}

/** One thing: what is true of it first, then what can be done, then everything else. */
export function DetailPage<Thing>({ detailKey, load, ...spec }: DetailSpec<Thing>) {
  const { data, error, refetch } = useQuery({ queryKey: detailKey, queryFn: ({ signal }) => load(signal) })
  if (error && !data) return <Failed spec={spec} error={error} onRetry={() => void refetch()} />
  return data ? <Shown thing={data} spec={spec} /> : <Loading lines={10} />
}

type FailedProps = { spec: Pick<DetailSpec<never>, 'parent' | 'id'>; error: unknown; onRetry: () => void }

/** It is still a page: with a heading, and a way to the list. */
function Failed({ spec: { parent, id }, error, onRetry }: FailedProps) {
  const isPage = useShownAt() === undefined
  const isMissing = error instanceof ApiError && error.status === 404
  useTitle(isPage && !isMissing ? `${parent.title} ${id}` : undefined)
  return (
    <>
      <p className="meta">
        <Link to={parent.to}>{parent.title}</Link> / {id}
      </p>
      {isPage && !isMissing && <h1>{id}</h1>}
      {isMissing ? <Missing isPage={isPage} /> : <ErrorPanel error={error} onRetry={onRetry} />}
    </>
  )
}

function Shown<Thing>({ thing, spec }: { thing: Thing; spec: Omit<DetailSpec<Thing>, 'detailKey' | 'load'> }) {
  const { title, tab, badge, sentence } = spec.heading(thing)
  const [path, shownAt] = [usePath(), useShownAt()]
  // Beside a list the page is the list's.
  const Title = shownAt === undefined ? 'h1' : 'h2'
  useTitle(shownAt === undefined ? tab : undefined)
  useVisit({ to: shownAt ?? path, title: tab })
  const side = spec.side?.(thing)
  return (
    <>
      {shownAt === undefined && <InListLine />}
      <div className="head">
        <div>
          <p className="meta">
            <Link to={spec.parent.to}>{spec.parent.title}</Link> / {spec.id}
          </p>
          <Title>{title}</Title>
          {badge && <p>{badge}</p>}
        </div>
        <Actions id={spec.id} actions={spec.actions?.(thing) ?? []} ways={spec.ways?.(thing) ?? []} />
      </div>
      {sentence && <p>{sentence}</p>}
      {side ? (
        <div className="columns">
          <div className="stack">
            <Contained>{spec.main(thing)}</Contained>
          </div>
          <div className="stack">
            <Contained>{side}</Contained>
          </div>
        </div>
      ) : (
        <Contained>{spec.main(thing)}</Contained>
      )}
    </>
  )
}

type ActionsProps = { id: string; actions: readonly Action[]; ways: readonly Way[] }

function Actions({ id, actions: online, ways }: ActionsProps) {
  const t = useTexts(texts)
  const offline = useOffline()
  const actions = useMemo(
    () => (offline === undefined ? online : online.map((action) => ({ ...action, whyNot: action.whyNot ?? offline }))),
    [online, offline],
  )
  const [tried, setTried] = useState<{ name: string; isRefused: boolean }>()
  const keys = useMemo(() => {
    const withKeys = actions.filter(({ shortcut }) => shortcut !== undefined)
    return {
      ...Object.fromEntries(
        withKeys.map(({ name, whyNot, shortcut }) => [
          shortcut!,
          () => {
            focusControlOf(shortcut!)
            setTried({ name, isRefused: whyNot !== undefined })
          },
        ]),
      ),
      y: () => void copyText(id),
    }
  }, [actions, id])
  useShortcuts(keys)
  const offered = useMemo(
    () =>
      actions
        .filter(({ whyNot }) => whyNot === undefined)
        .map(({ name, label, shortcut }) => ({
          name,
          label,
          shortcut,
          open: () => setTried({ name, isRefused: false }),
        })),
    [actions],
  )
  useOfferedActions(offered)
  const found = actions.find(({ name }) => name === tried?.name)
  return (
    <div className="actions">
      {ways.map(({ label, to, whyNot }) =>
        whyNot === undefined ? (
          <Link key={label} to={to} className="button">
            {label}
          </Link>
        ) : (
          <Button key={label} whyNot={whyNot}>
            {label}
          </Button>
        ),
      )}
      {actions.map(({ name, label, whyNot, shortcut, look }) => (
        <Button
          key={name}
          onPress={() => setTried({ name, isRefused: false })}
          onRefused={() => setTried({ name, isRefused: true })}
          look={look}
          whyNot={whyNot}
          {...(shortcut !== undefined && { shortcut })}
        >
          {label}
        </Button>
      ))}
      <CopyButton text={id} shortcut="y">
        {t.copy}
      </CopyButton>
      <WhyNotLine of={tried?.isRefused ? found : undefined} />
      {found && !tried?.isRefused && <ActionDialog spec={found.spec} onClose={() => setTried(undefined)} />}
    </div>
  )
}
