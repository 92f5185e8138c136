import { useTexts } from '../../i18n/language.tsx'
import { Field } from '../field.tsx'
import {
  type Filter,
  isPeriodWord,
  periodWords,
  type Range,
  readChoice,
  readRange,
  typedEnd,
  writeChoice,
  writeRange,
} from './filter.ts'
import { listTexts } from './texts.ts'

type Props = {
  filter: Filter
  value: string
  onChange(value: string): void
  /** Of an editor of one filter alone. */
  autoFocus?: boolean
}

/** The fields in which one filter is edited. What they say is the filter's value as the address has it. */
export function FilterFields(props: Props) {
  switch (props.filter.kind) {
    case 'choice':
      return props.filter.isSeveral ? <Several {...props} /> : <One {...props} />
    case 'range':
      return <Ends {...props} kind="number" />
    case 'period':
      return <Period {...props} />
    case 'text':
      return (
        <Field
          name={props.filter.name}
          label={props.filter.label}
          value={props.value}
          onChange={props.onChange}
          autoFocus={props.autoFocus ?? false}
        />
      )
    case 'date': {
      const { name, label } = props.filter
      return (
        <Field
          name={name}
          label={label}
          kind="date"
          value={props.value}
          onChange={props.onChange}
          autoFocus={props.autoFocus ?? false}
        />
      )
    }
  }
}

function One({ filter: { name, label, options = [], usual }, value, onChange, autoFocus = false }: Props) {
  const t = useTexts(listTexts)
  return (
    <Field
      name={name}
      label={label}
      kind="choice"
      value={value === '' && usual !== undefined ? usual : value}
      onChange={(chosen) => onChange(chosen === usual ? '' : chosen)}
      options={usual === undefined ? [{ value: '', label: t.allOf }, ...options] : options}
      autoFocus={autoFocus}
    />
  )
}

function Several({ filter: { name, label, options = [], hasNot, usual = '' }, value, onChange }: Props) {
  const t = useTexts(listTexts)
  const { not, values } = readChoice(value === '' ? usual : value)
  return (
    <>
      <Field
        name={name}
        label={label}
        kind="checks"
        options={options.filter((option) => !option.isUnlisted || values.includes(option.value))}
        value={values.join(',')}
        onChange={(chosen) => onChange(writeChoice({ not, values: chosen.split(',').filter(Boolean) }))}
      />
      {hasNot && (
        <label className="check">
          <input type="checkbox" checked={not} onChange={() => onChange(writeChoice({ not: !not, values }))} />
          {t.but}
        </label>
      )}
    </>
  )
}

function Ends({
  filter: { name, label },
  value,
  onChange,
  kind,
  autoFocus = false,
}: Props & { kind: 'number' | 'date' }) {
  const t = useTexts(listTexts)
  const { from, to } = readRange(value) ?? { from: '', to: '' }
  // Days of one's own stay chosen while there is none, or one of them is typed anew.
  const write = (range: Range) => onChange(writeRange(range) || (kind === 'date' ? '..' : ''))
  return (
    <>
      <Field
        name={`${name}-from`}
        label={`${label}: ${t.from.toLowerCase()}`}
        kind={kind}
        value={from}
        onChange={(typed) => write({ from: typedEnd(typed), to })}
        {...(kind === 'number' && { hint: t.number })}
        autoFocus={autoFocus}
      />
      <Field
        name={`${name}-to`}
        label={`${label}: ${t.to.toLowerCase()}`}
        kind={kind}
        value={to}
        onChange={(typed) => write({ from, to: typedEnd(typed) })}
      />
    </>
  )
}

/** Words move with time, so that a saved view does; days stay. */
function Period(props: Props) {
  const { filter, value, onChange, autoFocus = false } = props
  const t = useTexts(listTexts)
  const words = [
    { value: '', label: t.allOf },
    ...periodWords.map((word) => ({ value: word, label: t.periods[word] })),
    { value: '..', label: t.ownDays },
  ]
  const isOwn = value !== '' && !isPeriodWord(value)
  return (
    <>
      <Field
        name={filter.name}
        label={filter.label}
        kind="choice"
        options={words}
        value={isOwn ? '..' : value}
        onChange={onChange}
        autoFocus={autoFocus}
      />
      {isOwn && <Ends {...props} kind="date" />}
    </>
  )
}
