import { type ReactNode, useState } from 'react'
import { type Texts, useTexts } from '../i18n/language.tsx'
import { Segments } from './segments.tsx'

const texts: Texts<{ shown: string; form: string; preview: string }> = {
  en: { shown: 'Shown', form: 'Form', preview: 'Preview' },
  ro: { shown: 'Se arată', form: 'Formular', preview: 'Previzualizare' },
}

/** A form beside what it makes; where there is no room for both, each is a tab. */
export function Editor({ form, preview }: { form: ReactNode; preview: ReactNode }) {
  const t = useTexts(texts)
  const [shown, setShown] = useState<'form' | 'preview'>('form')
  return (
    <>
      <div className="editor-tabs">
        <Segments
          label={t.shown}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'form', label: t.form },
            { value: 'preview', label: t.preview },
          ]}
        />
      </div>
      <div className="columns editor" data-shown={shown}>
        <div className="stack">{form}</div>
        <div className="stack">{preview}</div>
      </div>
    </>
  )
}
