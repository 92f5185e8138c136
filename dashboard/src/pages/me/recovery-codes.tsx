import { useTexts } from '../../i18n/language.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { factorTexts } from './factor-texts.ts'

/** The one time that recovery codes are shown. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useTexts(factorTexts)
  return (
    <div className="notice wait">
      <strong>{t.once}</strong>
      <ul className="codes" aria-label={t.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')}>{t.copy}</CopyButton>
    </div>
  )
}
