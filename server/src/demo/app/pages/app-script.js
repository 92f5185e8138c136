// The only script of the app. Everything works without it: it looks again when something has changed, brings up the question
// of a payment at once, counts down, and sends a form once.
;(() => {
  const { body } = document
  const page = document.title
  show()
  document.addEventListener('submit', sendOnce)
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  setInterval(countDown, 1000)
  if (body.dataset.mark) listen()

  function listen() {
    const changes = new EventSource(`/demo/app/changes?mark=${body.dataset.mark}`)
    changes.addEventListener('changed', () => {
      changes.close()
      lookAgain()
    })
    changes.addEventListener('error', () => {
      if (changes.readyState === EventSource.CLOSED) setTimeout(listen, 3000)
    })
  }

  async function lookAgain() {
    try {
      const reply = await fetch(body.dataset.here || '/demo/app')
      if (reply.ok) update(new DOMParser().parseFromString(await reply.text(), 'text/html'))
      setTimeout(listen, reply.ok ? 200 : 3000)
    } catch {
      setTimeout(listen, 3000)
    }
  }

  function update(fresh) {
    // Somebody has started over in another tab.
    if (!fresh.body.dataset.mark) location.reload()
    for (const part of document.querySelectorAll('[data-live]')) {
      const next = fresh.getElementById(part.id)
      if (!next?.hasAttribute('data-live') || next.innerHTML === part.innerHTML) continue
      if (part.id === 'question' ? part.dataset.asks === next.dataset.asks : !body.dataset.here) continue
      part.replaceWith(document.importNode(next, true))
    }
    body.dataset.mark = fresh.body.dataset.mark
    document.title = body.dataset.here ? fresh.title : page
    show()
  }

  // A dialog that is modal keeps the keyboard inside, which one that a server has opened does not.
  function show() {
    const dialog = document.querySelector('dialog[open]')
    if (dialog && !dialog.matches(':modal')) {
      dialog.removeAttribute('open')
      dialog.showModal()
    }
    for (const timer of document.querySelectorAll('[data-seconds]')) {
      timer.endsAt ??= performance.now() + Number(timer.dataset.seconds) * 1000
    }
  }

  function countDown() {
    for (const timer of document.querySelectorAll('[data-seconds]')) {
      const left = Math.max(0, Math.ceil((timer.endsAt - performance.now()) / 1000))
      timer.textContent = timer.dataset.plain
        ? String(left)
        : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
      if (left === 0 && timer.dataset.then) location.replace(timer.dataset.then)
    }
  }

  function sendOnce(event) {
    if (event.target.dataset.sent) {
      event.preventDefault()
      return
    }
    event.target.dataset.sent = 'yes'
    const { submitter } = event
    if (submitter?.dataset.busy) submitter.textContent = submitter.dataset.busy
  }
})()
