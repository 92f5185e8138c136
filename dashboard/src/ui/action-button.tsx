import { useState } from 'react'
import { ActionDialog, type ActionSpec } from './action-dialog.tsx'
import { Button } from './button.tsx'

/** A button that opens the form of one action. */
export function ActionButton<Result>({
  label,
  spec,
  whyNot,
  look,
}: {
  label: string
  spec: ActionSpec<Result>
  whyNot?: string
  look?: 'main' | 'danger'
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)} look={look} {...(whyNot !== undefined && { whyNot })}>
        {label}
      </Button>
      {isOpen && <ActionDialog spec={spec} onClose={() => setOpen(false)} />}
    </>
  )
}
