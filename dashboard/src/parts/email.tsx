/** An e-mail address; where it does not fit in one line, it goes on before the sign and not in the middle of a word. */
export function Email({ of }: { of: string | undefined }) {
  if (of === undefined) return null
  const at = of.indexOf('@')
  return at < 0 ? (
    of
  ) : (
    <span className="email">
      {of.slice(0, at)}
      <wbr />
      {of.slice(at)}
    </span>
  )
}
