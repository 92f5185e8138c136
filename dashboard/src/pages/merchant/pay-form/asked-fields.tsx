import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../../../i18n/language.tsx'
import type { PageLanguage } from '../../../parts/page-languages.ts'
import type { Values } from '../../../ui/action-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import type { Draft } from '../../../ui/page-form.tsx'
import { askedIn, type FieldName, fieldNames, fieldWordName, isRequiredIn, requiring } from './form-values.ts'
import { formTexts } from './texts.ts'

type AskedProps = { draft: Draft; problems: Values; language: PageLanguage }

/** The fields in their order: each is moved, required, named and removed with the keyboard alone. */
export function AskedFields({ draft, problems, language }: AskedProps) {
  const t = useTexts(formTexts)
  const asked = askedIn(draft.values)
  const [announced, announce] = useState('')
  const [next, focusOn] = useState<string>()
  const part = useId()
  // What was pressed has moved, or is gone; the keyboard goes on from there.
  useEffect(() => {
    if (next === undefined) return
    document.getElementById(next)?.focus()
    focusOn(undefined)
  }, [next])
  const order = (names: readonly FieldName[], words: string, focus: string) => {
    draft.type('fields', names.join(','))
    announce(words)
    focusOn(`${part}-${focus}`)
  }
  const move = (name: FieldName, by: 1 | -1) => {
    const from = asked.indexOf(name)
    const names = asked.filter((other) => other !== name).toSpliced(from + by, 0, name)
    const words = t.moved(t.names[name], from + by + 1, asked.length)
    order(names, words, `${name}-${by === 1 ? 'down' : 'up'}`)
  }
  const left = fieldNames.filter((name) => !asked.includes(name))
  return (
    <>
      {asked.length === 0 && <p className="soft">{t.nothingAsked}</p>}
      <ol className="order" aria-label={t.fields}>
        {asked.map((name, index) => (
          <li key={name}>
            <div className="bar">
              <strong>{t.names[name]}</strong>
              <label>
                <input
                  id={`${part}-${name}-required`}
                  type="checkbox"
                  aria-label={t.requiredField(t.names[name])}
                  checked={isRequiredIn(draft.values, name)}
                  onChange={({ target }) => draft.type('required', requiring(draft.values, name, target.checked))}
                />
                {t.required}
              </label>
              <span className="tools">
                <Tool
                  id={`${part}-${name}-up`}
                  label={t.up(t.names[name])}
                  whyNot={index === 0 ? t.isFirst : undefined}
                  onPress={() => move(name, -1)}
                >
                  <ArrowUp size={16} aria-hidden />
                </Tool>
                <Tool
                  id={`${part}-${name}-down`}
                  label={t.down(t.names[name])}
                  whyNot={index === asked.length - 1 ? t.isLast : undefined}
                  onPress={() => move(name, 1)}
                >
                  <ArrowDown size={16} aria-hidden />
                </Tool>
                <Tool
                  id={`${part}-${name}-remove`}
                  label={t.remove(t.names[name])}
                  onPress={() =>
                    order(
                      asked.filter((other) => other !== name),
                      t.removed(t.names[name]),
                      `add-${name}`,
                    )
                  }
                >
                  <X size={16} aria-hidden />
                </Tool>
              </span>
            </div>
            <OwnWords name={name} draft={draft} problems={problems} language={language} />
          </li>
        ))}
      </ol>
      {left.length > 0 && (
        <fieldset className="checks adds">
          <legend className="label">{t.add}</legend>
          {left.map((name) => (
            <Tool
              key={name}
              id={`${part}-add-${name}`}
              label={t.addField(t.names[name])}
              onPress={() => order([...asked, name], t.added(t.names[name]), `${name}-required`)}
            >
              <Plus size={16} aria-hidden /> {t.names[name]}
            </Tool>
          ))}
        </fieldset>
      )}
      <span className="unseen" role="status">
        {announced}
      </span>
      {problems.fields && (
        <p className="wrong" role="alert">
          {problems.fields}
        </p>
      )}
    </>
  )
}

type ToolProps = { id: string; label: string; whyNot?: string | undefined; onPress(): void; children: ReactNode }

/** It stays reachable when it can do nothing, so that the keyboard does not lose its place. */
const Tool = ({ id, label, whyNot, onPress, children }: ToolProps) => (
  <button
    id={id}
    type="button"
    className="button"
    aria-label={label}
    title={whyNot ?? label}
    {...(whyNot !== undefined && { 'aria-disabled': true })}
    onClick={() => whyNot === undefined && onPress()}
  >
    {children}
  </button>
)

type OwnWordsProps = AskedProps & { name: FieldName }

/** Folded, unless something is written or wrong there: most fields have a good name already. */
function OwnWords({ name, draft, problems, language }: OwnWordsProps) {
  const t = useTexts(formTexts)
  const [label, help] = (['label', 'help'] as const).map((word) => fieldWordName(word, { field: name, language }))
  const isWritten = [label, help].some((word) => draft.values[word!] || problems[word!])
  const first = useRef(isWritten)
  const [isOpen, open] = useState(first.current)
  useEffect(() => {
    if (isWritten) open(true)
  }, [isWritten])
  const fields = [
    { name: label!, label: t.label, hint: t.labelHint(t.names[name]) },
    { name: help!, label: t.help, hint: t.helpHint },
  ]
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary>{t.ownWords}</summary>
      <fieldset className="checks stack" aria-label={t.names[name]}>
        {fields.map((field) => (
          <Field
            key={field.name}
            {...field}
            value={draft.values[field.name] ?? ''}
            onChange={(value) => draft.type(field.name, value)}
            problem={problems[field.name]}
          />
        ))}
      </fieldset>
    </details>
  )
}
