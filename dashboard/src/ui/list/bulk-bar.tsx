import { type ReactNode, useState } from 'react'
import { useLive } from '../../api/live.ts'
import { plural, useLanguage, useTexts } from '../../i18n/language.tsx'
import type { Search } from '../../urls.ts'
import { ActionDialog } from '../action-dialog.tsx'
import { Button } from '../button.tsx'
import { formatTime, useZone } from '../zone.tsx'
import { csvFile } from './csv-file.ts'
import type { BulkAction, MatchingAction } from './spec.ts'
import { listTexts } from './texts.ts'

type BulkBarProps<Row> = {
  listName: string
  rows: readonly Row[]
  actions: readonly BulkAction<Row>[]
  /** For all that match, with what the list asks for and how many these are. */
  matching: readonly MatchingAction[]
  query: Search
  total: string
  onClear: () => void
  /** A dialog is open, which says in the end what was done; its rows may leave the list by that. */
  onBusy: (isBusy: boolean) => void
}

/** The rows that are selected, and those of an open dialog until it is closed, wherever they are by then. */
export function useHeldRows<Row>(selected: readonly Row[], isWholePage: boolean) {
  const [held, hold] = useState<{ rows: readonly Row[]; isWholePage: boolean }>()
  const now = { rows: selected, isWholePage }
  return { ...(held ?? now), onBusy: (isBusy: boolean) => hold(isBusy ? now : undefined) }
}

type Outcome = { id: string; problem?: string }

/** What can be done with the rows that are selected. Of what failed it says each, and why. */
export function BulkBar<Row extends { id: string }>(props: BulkBarProps<Row>) {
  const { listName, rows, actions, matching, onClear, onBusy } = props
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const [open, setName] = useState<string>()
  const setOpen = (name: string | undefined) => {
    setName(name)
    onBusy(name !== undefined)
  }
  const opened = actions.find(({ name }) => name === open)
  const count = plural(language, rows.length, t.selected)
  return (
    <section className="bulk" aria-label={count}>
      <strong role="status">{count}</strong>
      <Button onPress={() => csvFile(`${listName}-${rows.length}.csv`, rows)}>{t.exportSelected}</Button>
      {actions.map(({ name, label, whyNot }) => (
        <Button key={name} onPress={() => setOpen(name)} whyNot={whyNot}>
          {label}
        </Button>
      ))}
      {matching.map((action) => (
        <Matching key={action.name} action={action} query={props.query} total={props.total} onBusy={onBusy} />
      ))}
      <Button look="quiet" onPress={onClear}>
        {t.unselect}
      </Button>
      {opened && (
        <ActionDialog<readonly Outcome[]>
          spec={{
            title: `${opened.label}: ${count}`,
            fields: opened.fields,
            effect: opened.effect,
            submit: `${opened.label} (${rows.length})`,
            run: (values, key) => runEach(rows, (row) => opened.run(row, values, `${key}-${row.id}`)),
            after: (outcomes) => <Outcomes of={outcomes} />,
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  )
}

type MatchingProps = { action: MatchingAction; query: Search; total: string; onBusy: (isBusy: boolean) => void }

/** As of the moment at which it is opened: what comes in while somebody reads is not part of it. */
function Matching({ action, query, total: totalNow, onBusy }: MatchingProps) {
  const { name, label, whyNot, fields, effect, run, after } = action
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const { zone } = useZone()
  const { asOf: now } = useLive()
  const [opened, setOpened] = useState<{ asOf: string | undefined; total: string }>()
  const { total } = opened ?? { total: totalNow }
  const title = `${label}: ${t.allThatMatch(total)}`
  return (
    <>
      <Button
        onPress={() => {
          setOpened({ asOf: now, total })
          onBusy(true)
        }}
        whyNot={whyNot}
      >
        {title}
      </Button>
      {opened && (
        <ActionDialog
          spec={{
            title,
            fields,
            effect: (
              <>
                {effect} {opened.asOf && t.asOf(formatTime(language, zone, opened.asOf, 'short'))}
              </>
            ),
            submit: label,
            run: (values) => run(query, opened.asOf, values),
            after,
          }}
          key={name}
          onClose={() => {
            setOpened(undefined)
            onBusy(false)
          }}
        />
      )}
    </>
  )
}

/** One after the other; one that fails does not stop the others. */
async function runEach<Row extends { id: string }>(
  rows: readonly Row[],
  run: (row: Row) => Promise<unknown>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const row of rows)
    outcomes.push(
      await run(row).then(
        () => ({ id: row.id }),
        (error: unknown) => ({ id: row.id, problem: error instanceof Error ? error.message : String(error) }),
      ),
    )
  return outcomes
}

function Outcomes({ of }: { of: readonly Outcome[] }): ReactNode {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const failed = of.filter(({ problem }) => problem !== undefined)
  return (
    <>
      <p>{plural(language, of.length - failed.length, t.carriedOut)}</p>
      {failed.length > 0 && (
        <div className="notice bad" role="alert">
          <strong>{plural(language, failed.length, t.failed)}</strong>
          <span>{t.notCarriedOut}</span>
          <ul>
            {failed.map(({ id, problem }) => (
              <li key={id}>
                <bdi className="mono">{id}</bdi>: {problem}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
