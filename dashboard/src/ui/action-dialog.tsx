import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { type Texts, useTexts } from '../i18n/language.tsx'
import { Button } from './button.tsx'
import { changedBy } from './changed-by.ts'
import { Conflict } from './conflict.tsx'
import { Dialog } from './dialog.tsx'
import { Field, type FieldSpec } from './field.tsx'
import { useOffline } from './offline.tsx'
import { isProofMissing, Prove } from './prove.tsx'
import { Refused } from './refused.tsx'
import { approvalIn, Waiting } from './waiting.tsx'

const texts: Texts<{ cancel: string; done: string; type: (text: string) => string }> = {
  en: { cancel: 'Cancel', done: 'Done', type: (text) => `Type “${text}” to confirm` },
  ro: { cancel: 'Renunță', done: 'Gata', type: (text) => `Scrie „${text}” pentru a confirma` },
}

export type Values = Readonly<Record<string, string>>

export type ActionSpec<Result> = {
  title: string
  /** What will be true afterwards, in words. */
  effect?: ReactNode | ((values: Values) => ReactNode)
  fields: readonly (FieldSpec & { first?: string })[]
  /** Names what happens, with the amount if there is one. */
  submit: string | ((values: Values) => string)
  isDangerous?: boolean
  /** What must be typed before it can be done, where it cannot be undone for many. It is not sent. */
  typed?: string
  /**
   * What is sent; the key is the same for every attempt of one opened dialog, so that a repeat is one deed. `first` are the
   * values that were seen when it was opened.
   */
  run(values: Values, idempotencyKey: string, first: Values): Promise<Result>
  /** Values as they are by now, after a refusal with 409: they are shown beside what was typed. */
  theirs?: () => Promise<Values>
  /** Shown in place of the form when it is done; without it, or when it is nothing, the dialog closes. */
  after?: (result: Result) => ReactNode
}

/** A form that does one thing. What the server finds wrong is shown at its field, and nothing typed is lost. */
export function ActionDialog<Result>({ spec, onClose }: { spec: ActionSpec<Result>; onClose: () => void }) {
  const t = useTexts(texts)
  const queries = useQueryClient()
  const offline = useOffline()
  const [first, setFirst] = useState<Values>(() =>
    Object.fromEntries(
      // A choice shows its first option; of checks none is made before the person makes it.
      spec.fields.map(({ name, first, kind, options }) => [
        name,
        first ?? (kind === 'choice' ? (options?.[0]?.value ?? '') : ''),
      ]),
    ),
  )
  const [values, setValues] = useState(first)
  const [found, setFound] = useState<Values>()
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [typed, setTyped] = useState('')
  const isConfirmed = spec.typed === undefined || typed.trim() === spec.typed
  const { mutate, error, isPending, data, isSuccess, reset } = useMutation({
    mutationFn: () => spec.run(values, key, first),
    onSuccess: async (result) => {
      await queries.invalidateQueries()
      if (!shownAfter(result)) onClose()
    },
    onError: async (failed) => {
      if (!spec.theirs || !(failed instanceof ApiError) || failed.status !== 409) return
      const theirs = await spec.theirs()
      if (changedBy(theirs, first, spec.fields).length > 0) setFound(theirs)
    },
  })
  const shownAfter = (result: unknown) => {
    const approvalId = approvalIn(result)
    return approvalId === undefined ? spec.after?.(result as never) : <Waiting approvalId={approvalId} />
  }
  const settle = (keepMine: boolean) => {
    const kept = (name: string) => values[name] !== first[name] && (keepMine || found?.[name] === first[name])
    setValues((before) => ({ ...before, ...omit(found ?? {}, kept) }))
    setFirst((before) => ({ ...before, ...found }))
    setFound(undefined)
    // Over other values it is another deed.
    setKey(crypto.randomUUID())
    reset()
  }
  const problems = error instanceof ApiError && !found ? error.fields : {}
  const isElsewhere = error !== null && !found && !spec.fields.some(({ name }) => name in problems)
  const { effect, submit } = spec
  // What was typed stays, and is sent again with the same key.
  if (isProofMissing(error))
    return (
      <Dialog title={spec.title} onClose={onClose}>
        <Prove onProven={() => mutate()} />
        <div className="buttons">
          <Button onPress={onClose}>{t.cancel}</Button>
        </div>
      </Dialog>
    )
  const outcome = isSuccess && shownAfter(data)
  if (outcome)
    return (
      <Dialog title={spec.title} onClose={onClose}>
        {outcome}
        <div className="buttons">
          <Button look="main" onPress={onClose}>
            {t.done}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={spec.title} onClose={onClose} isBusy={isPending}>
      <form
        onKeyDown={sendByKeys}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending && offline === undefined && isConfirmed) mutate()
        }}
      >
        {spec.fields.map(({ first: _, ...field }, index) => (
          <Field
            key={field.name}
            {...field}
            value={values[field.name] ?? ''}
            onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
            problem={problems[field.name]}
            autoFocus={index === 0}
          />
        ))}
        {spec.typed !== undefined && (
          <Field
            name="typed"
            label={t.type(spec.typed)}
            value={typed}
            onChange={setTyped}
            isRequired
            autoComplete="off"
          />
        )}
        {effect && <Effect of={typeof effect === 'function' ? effect(values) : effect} />}
        {found && <Conflict draft={{ values, first }} fields={spec.fields} theirs={found} onChoice={settle} />}
        {isElsewhere && <Refused error={error} />}
        <div className="buttons">
          <Button onPress={onClose}>{t.cancel}</Button>
          <Button
            type="submit"
            look={spec.isDangerous ? 'danger' : 'main'}
            isPending={isPending}
            whyNot={offline ?? (isConfirmed ? undefined : t.type(spec.typed ?? ''))}
          >
            {typeof submit === 'function' ? submit(values) : submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const omit = (values: Values, isOmitted: (name: string) => boolean): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !isOmitted(name)))

/** Ctrl or ⌘ with Enter sends from every field, also from those where Enter makes a new line. */
function sendByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/** A sentence is a paragraph; what has lists of its own is not. */
const Effect = ({ of }: { of: ReactNode }) =>
  typeof of === 'string' ? <p className="soft">{of}</p> : <div className="soft">{of}</div>
