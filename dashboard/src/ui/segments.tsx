type SegmentsProps<Value extends string> = {
  label: string
  options: readonly { value: NoInfer<Value>; label: string }[]
  value: Value
  onChange(value: NoInfer<Value>): void
}

/** A choice of few, all in sight: one of them is pressed. */
export function Segments<Value extends string>({ label, options, value, onChange }: SegmentsProps<Value>) {
  return (
    <fieldset className="segments checks">
      <legend className="unseen">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
