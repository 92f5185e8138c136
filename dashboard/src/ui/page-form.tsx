import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useCallback, useRef, useState } from 'react'
import { ApiError } from '../api/client.ts'
import type { Values } from './action-dialog.tsx'
import { Button } from './button.tsx'
import { changedBy } from './changed-by.ts'
import { Conflict } from './conflict.tsx'
import { Field, type FieldSpec } from './field.tsx'
import { Refused } from './refused.tsx'
import { UnsavedGuard } from './unsaved.tsx'

/** What somebody types over what was there first. */
export type Draft = {
  values: Values
  first: Values
  type(name: string, value: string): void
  /** Fields that differ from what was there first. */
  changed: Values
  /** What was there first is something else by now; fields that both changed are the typist's, or the others'. */
  rebase(theirs: Values, keepMine: boolean): void
}

export function useDraft(begin: Values): Draft {
  const [{ values, first }, set] = useState({ values: begin, first: begin })
  const type = useCallback(
    (name: string, value: string) => set(({ values, first }) => ({ first, values: { ...values, [name]: value } })),
    [],
  )
  const rebase = useCallback((theirs: Values, keepMine: boolean) => {
    const isMine = (name: string, { values, first }: { values: Values; first: Values }) =>
      values[name] !== first[name] && (keepMine || theirs[name] === first[name])
    set((before) => ({
      first: theirs,
      values: Object.fromEntries(
        Object.keys({ ...before.values, ...theirs }).map((name) => [
          name,
          (isMine(name, before) ? before.values[name] : theirs[name]) ?? '',
        ]),
      ),
    }))
  }, [])
  const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== (first[name] ?? '')))
  return { values, first, type, changed, rebase }
}

type PageFormProps<Result> = {
  draft: Draft
  fields: readonly FieldSpec[]
  /** What stands before the fields and draws fields of its own, with what is wrong with each. */
  lead?: (problems: Values) => ReactNode
  drawn?: readonly FieldSpec[]
  /** The name here of a field that the server names otherwise. */
  nameOf?: (name: string) => string
  /** Headings over some of the fields: by the name of the first field under each, with when a change counts. */
  headings?: Readonly<Record<string, { title: string; effect?: string | undefined }>>
  submit: string
  /** The key is the same for every attempt to save the same values. */
  save(key: string): Promise<Result>
  onSaved(result: Result): void
  /** Values as they are by now, after a refusal with 409. */
  theirs?: () => Promise<Values>
  whyNot?: string | undefined
  children?: ReactNode
}

/**
 * A form in a page: what the server finds wrong is shown at its field, leaving with changes asks once, and what somebody
 * else saved meanwhile is shown beside what was typed.
 */
export function PageForm<Result>({ draft, fields, headings = {}, submit, ...props }: PageFormProps<Result>) {
  const { save, onSaved, theirs, whyNot, children, lead, drawn = [], nameOf = asItIs } = props
  const queries = useQueryClient()
  const [attempt, setAttempt] = useState({ key: crypto.randomUUID(), values: draft.values })
  const [found, setFound] = useState<Values>()
  const isSaved = useRef(false)
  const all = [...drawn, ...fields]
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: () => {
      // Other values are another deed than the one that was refused, or whose reply was lost.
      const next = attempt.values === draft.values ? attempt : { key: crypto.randomUUID(), values: draft.values }
      setAttempt(next)
      return save(next.key)
    },
    onSuccess: async (result) => {
      isSaved.current = true
      await queries.invalidateQueries()
      onSaved(result)
    },
    onError: async (failed) => {
      if (!theirs || !(failed instanceof ApiError) || failed.status !== 409) return
      const now = await theirs()
      if (changedBy(now, draft.first, all).length > 0) setFound(now)
    },
  })
  const problems =
    error instanceof ApiError && !found
      ? Object.fromEntries(Object.entries(error.fields).map(([name, problem]) => [nameOf(name), problem]))
      : {}
  const isElsewhere = error !== null && !found && !all.some(({ name }) => name in problems)
  const settle = (keepMine: boolean) => {
    draft.rebase(found ?? {}, keepMine)
    setFound(undefined)
    reset()
  }
  return (
    <form
      className="panel"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending && whyNot === undefined) mutate()
      }}
    >
      <UnsavedGuard isDirty={() => !isSaved.current && Object.keys(draft.changed).length > 0} />
      {lead?.(problems)}
      {fields.map((field) => (
        <Fragment key={field.name}>
          {headings[field.name] && <Heading {...headings[field.name]!} />}
          <Field
            {...field}
            value={draft.values[field.name] ?? ''}
            onChange={(value) => {
              isSaved.current = false
              draft.type(field.name, value)
            }}
            problem={problems[field.name]}
          />
        </Fragment>
      ))}
      {children}
      {isElsewhere && <Refused error={error} />}
      {found && <Conflict draft={draft} fields={all} theirs={found} onChoice={settle} />}
      <div>
        <Button type="submit" look="main" isPending={isPending} whyNot={whyNot}>
          {submit}
        </Button>
      </div>
    </form>
  )
}

const asItIs = (name: string): string => name

const Heading = ({ title, effect }: { title: string; effect?: string | undefined }) => (
  <div>
    <h2>{title}</h2>
    {effect && <p className="soft">{effect}</p>}
  </div>
)
