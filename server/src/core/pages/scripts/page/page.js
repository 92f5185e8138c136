// The only script of the hosted pages. Everything works without it: it groups the digits, names the scheme, says early
// what the server would say, sends a form once, and sends on what only passes through here. It loads and stores nothing.
import { acceptCorrections, helpTyping, sayEarly } from './card-fields.js'
import { form } from './card-rules.js'
import { closeMenus, foldOrder, lookAtFiles, offerPrinting } from './conveniences.js'
import { lookAgain, lookWhenTold, passOn, sendOnce, tellBrowserFacts } from './passing.js'

if (form) helpTyping(form)
if (form) sayEarly(form)
for (const each of document.querySelectorAll('form[novalidate]')) acceptCorrections(each)
foldOrder()
lookAtFiles()
for (const each of document.querySelectorAll('form')) sendOnce(each)
tellBrowserFacts()
passOn()
lookAgain()
lookWhenTold()
offerPrinting()
closeMenus()
