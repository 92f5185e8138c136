import { Command } from 'commander'
import { renderReport, verify } from '../audit/verify.ts'
import { withApp } from './with-app.ts'

export const verifyCommand = (): Command =>
  new Command('verify')
    .description('derive every balance, hold and total again from the records; print differences and exit with 1')
    .action(() =>
      withApp(async (app) => {
        const report = await verify(app)
        console.log(renderReport(report))
        if (report.differences.length > 0) process.exitCode = 1
      }),
    )
