import { type ReactNode, useId, useState } from 'react'
import { holdsCardNumber } from '../card-number.ts'
import { type Texts, useTexts } from '../i18n/language.tsx'

const texts: Texts<{ cardNumber: string; usual: (value: string) => string; none: string; useUsual: string }> = {
  en: {
    cardNumber: 'A card number does not leave this field. Use the last four digits.',
    usual: (value) => `By default: ${value}.`,
    none: 'nothing',
    useUsual: 'Use the default',
  },
  ro: {
    cardNumber: 'Un număr de card nu părăsește acest câmp. Folosește ultimele patru cifre.',
    usual: (value) => `Implicit: ${value}.`,
    none: 'nimic',
    useUsual: 'Folosește valoarea implicită',
  },
}

export type FieldSpec = {
  name: string
  label: string
  /** `checks`: some of the options, by their values with commas; `textFile`: what is written in a file of text. */
  kind?: 'text' | 'password' | 'email' | 'number' | 'date' | 'lines' | 'choice' | 'checks' | 'file' | 'textFile'
  /** Of a choice, or of checks. */
  options?: readonly { value: string; label: string }[]
  hint?: ReactNode
  /** What it is while nobody sets it: said beside another value, with the way back. Undefined: there is no such value. */
  usual?: string | undefined
  isRequired?: boolean
  autoComplete?: string
  /** Which keyboard a telephone shows. */
  inputMode?: 'numeric'
  minLength?: number
  suffix?: string
  /** The value in words, beside another. */
  format?(value: string): string
}

type FieldProps = FieldSpec & {
  /** Of a file: its content in Base64. */
  value: string
  onChange(value: string): void
  problem?: string | undefined
  autoFocus?: boolean
  onFocus?: (() => void) | undefined
}

/** A label, its field, what it is for, and what is wrong with it. */
export function Field(props: FieldProps) {
  const { kind = 'text' } = props
  if (kind === 'checks') return <Checks {...props} />
  return typed.has(kind) ? <Typed {...props} /> : <OneField {...props} />
}
const typed: ReadonlySet<FieldSpec['kind']> = new Set(['text', 'email', 'number', 'lines'])

/** A card number that is typed or pasted goes no further than the field: a form that is sent has none. */
function Typed({ onChange, problem, ...rest }: FieldProps) {
  const t = useTexts(texts)
  const [isCard, setIsCard] = useState(false)
  const take = (value: string) => {
    const found = holdsCardNumber(value.normalize('NFKC'))
    // It may be found before its last digit: the rest of it is no reason to be silent.
    setIsCard(found || (isCard && /^[\d\s.-]{1,6}$/.test(value)))
    onChange(found ? '' : value)
  }
  return <OneField {...rest} onChange={take} problem={isCard ? t.cardNumber : problem} />
}

function Checks({ name, label, options = [], hint, problem, value, onChange, ...rest }: FieldProps) {
  const chosen = value === '' ? [] : value.split(',')
  const toggle = (one: string) =>
    onChange((chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]).join(','))
  return (
    <fieldset className="field checks">
      <legend className="label">{label}</legend>
      {options.map((option, index) => (
        <label key={option.value}>
          <input
            type="checkbox"
            name={name}
            {...(index === 0 && { autoFocus: rest.autoFocus ?? false })}
            checked={chosen.includes(option.value)}
            onChange={() => toggle(option.value)}
          />
          {option.label}
        </label>
      ))}
      {hint && <span className="hint">{hint}</span>}
      {problem && (
        <span className="wrong" role="alert">
          {problem}
        </span>
      )}
    </fieldset>
  )
}

function OneField({ name, label, kind = 'text', options, hint, problem, value, onChange, ...rest }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  const common = {
    id,
    name,
    value,
    required: rest.isRequired ?? false,
    'aria-invalid': problem !== undefined,
    ...(described !== '' && { 'aria-describedby': described }),
    autoFocus: rest.autoFocus ?? false,
    onFocus: rest.onFocus,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {rest.suffix && <span className="soft"> ({rest.suffix})</span>}
      </label>
      {kind === 'choice' ? (
        <select {...common}>
          {options?.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : kind === 'lines' ? (
        <textarea rows={3} {...common} />
      ) : kind === 'file' ? (
        <input
          id={id}
          name={name}
          type="file"
          required={rest.isRequired ?? false}
          aria-invalid={problem !== undefined}
          {...(described !== '' && { 'aria-describedby': described })}
          onChange={({ target: { files } }) => void readBase64(files?.[0]).then(onChange)}
        />
      ) : kind === 'textFile' ? (
        <input
          {...common}
          type="file"
          value={undefined}
          onChange={({ target }) => void target.files?.[0]?.text().then(onChange)}
        />
      ) : (
        <input
          type={kind === 'number' ? 'text' : kind}
          {...(kind === 'number' && { inputMode: 'decimal' as const })}
          {...(kind === 'date' && { min: '1900-01-01' })}
          {...(rest.inputMode !== undefined && { inputMode: rest.inputMode })}
          {...(rest.autoComplete !== undefined && { autoComplete: rest.autoComplete })}
          {...(rest.minLength !== undefined && { minLength: rest.minLength })}
          {...common}
        />
      )}
      {hint && (
        <span id={`${id}-hint`} className="hint">
          {hint}
        </span>
      )}
      <Usual label={label} options={options} usual={rest.usual} value={value} onChange={onChange} />
      {problem && (
        <span id={`${id}-problem`} className="wrong" role="alert">
          {problem}
        </span>
      )}
    </div>
  )
}

type UsualProps = Pick<FieldProps, 'label' | 'value' | 'onChange'> & {
  options: FieldSpec['options'] | undefined
  usual: string | undefined
}

/** Beside a value that somebody has set: what it would be without. */
function Usual({ label, options, usual, value, onChange }: UsualProps) {
  const t = useTexts(texts)
  if (usual === undefined || usual === value) return null
  const named = options?.find((option) => option.value === usual)?.label ?? usual
  return (
    <span className="hint">
      {t.usual(named === '' ? t.none : named)}{' '}
      <button
        type="button"
        className="in-sentence"
        aria-label={`${t.useUsual}: ${label}`}
        onClick={() => onChange(usual)}
      >
        {t.useUsual}
      </button>
    </span>
  )
}

/** The content of a file as Base64, as bodies of JSON carry it; empty for none. */
async function readBase64(file: File | undefined): Promise<string> {
  if (!file) return ''
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let start = 0; start < bytes.length; start += 0x8000)
    text += String.fromCharCode(...bytes.subarray(start, start + 0x8000))
  return btoa(text)
}
