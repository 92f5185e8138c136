import { Command } from 'commander'
import { resumeInstallation } from '../app/hold/resume-installation.ts'
import { print } from './printing.ts'
import { withApp } from './with-app.ts'

export const resumeCommand = (): Command =>
  new Command('resume').action(() =>
    withApp(async (app) => {
      await resumeInstallation(app, await app.by('installation:resume'))
      print(
        { isHeld: false },
        'What falls due by itself continues, in every process: most of it within a second, and what workers have looked at while it was held within ten minutes.',
      )
    }),
  )
