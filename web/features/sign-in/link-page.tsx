import {
  type DeviceLink,
  decideDeviceLink,
  getDeviceLink,
  keyName,
  listApiKeys,
} from '@stepledger/contracts/http/api-keys.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { z } from 'zod'
import { useCall, useRead, useRefetch } from '../../api/use-call.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Time } from '../../ui/format.tsx'
import { LoadingSign, useDocumentTitle } from '../../ui/page.tsx'
import { CallFailure } from '../../ui/states.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useCallForm } from '../../ui/use-call-form.ts'
import { CardForm, FormCard } from './card-form.tsx'

/** Allows a game to send plays for the signed-in player, by the code that it shows. */
export function LinkPage() {
  useDocumentTitle('Link Your Game')
  const [search, setSearch] = useSearchParams()
  const code = search.get('code')
  const enterAnother = () => setSearch({}, { replace: true })
  if (code === null)
    return (
      <FormCard title="Link Your Game">
        <EnterCode onCode={(typed) => setSearch({ code: typed })} />
      </FormCard>
    )
  return <AskedWith key={code} code={code} onOther={enterAnother} />
}

const codeForm = z.object({ userCode: getDeviceLink.params.shape.userCode })

function EnterCode({ onCode }: { onCode: (code: string) => void }) {
  const { field, submit, ...form } = useCallForm(codeForm, { userCode: '' }, ['userCode'])
  return (
    <>
      <p className="mute mt-2">
        On the title screen or the song wheel, the game shows a code of eight letters once you choose to link
        your account.
      </p>
      <CardForm
        form={form}
        onSubmit={submit(async ({ userCode }) => onCode(userCode.trim()), 'Failed to look up the code')}
        action="Continue"
        pending="Looking it up…"
      >
        <TextField
          label="Code"
          className="[&_input]:text-center [&_input]:font-mono [&_input]:text-2xl [&_input]:tracking-widest [&_input]:uppercase"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={9}
          placeholder="BCDF-GHJK"
          {...field('userCode')}
        />
      </CardForm>
    </>
  )
}

/** What asks with a code, and the decision about it. */
function AskedWith({ code, onOther }: { code: string; onOther: () => void }) {
  const { data: link, error } = useRead(getDeviceLink, { params: { userCode: code } })
  const other = (
    <Button variant="ghost" className="mt-2 w-full" onClick={onOther}>
      Enter another code
    </Button>
  )
  if (!link)
    return (
      <FormCard title="Link Your Game">
        {error ? (
          <>
            <CallFailure className="mt-5" error={error} sentence="Failed to look up the code" />
            {other}
          </>
        ) : (
          <div className="grid min-h-80 place-items-center">
            <LoadingSign />
          </div>
        )}
      </FormCard>
    )
  if (link.state !== 'waiting')
    return (
      <FormCard title={link.state === 'allowed' ? 'Already Linked' : 'Already Refused'}>
        <p className="mt-3">This code was already used. Let the game show a new one.</p>
        {other}
      </FormCard>
    )
  return <Decision link={link} />
}

const nameForm = z.object({ name: keyName })

function Decision({ link }: { link: DeviceLink }) {
  const call = useCall()
  const refetch = useRefetch()
  const user = useUser()
  const { userCode, client, machine, network, askedAt } = link
  const [done, setDone] = useState<'allowed' | 'refused' | null>(null)
  const decide = (body: z.input<typeof decideDeviceLink.body>) =>
    call(decideDeviceLink, { params: { userCode }, body })
  const { field, submit, ...form } = useCallForm(nameForm, { name: machine ?? client }, ['name'])
  const refuse = useMutation({
    mutationFn: () => decide({ allow: false }),
    onSuccess: () => setDone('refused'),
  })
  if (done !== null) return <Decided allowed={done === 'allowed'} />

  const onSubmit = submit(async ({ name }) => {
    await decide({ allow: true, name })
    await refetch([listApiKeys])
    setDone('allowed')
  }, 'Failed to link your game')
  const busy = form.isSubmitting || refuse.isPending
  return (
    <FormCard title="Link This Game?">
      <p className="mt-3">
        A game asks to send plays as <b className="break-words">{user?.alias}</b>. It can't do anything else
        with your account.
      </p>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 border-y border-line py-3">
        <Asked name="Code">
          <span className="font-mono text-lg font-bold tracking-wider">{userCode}</span>
        </Asked>
        <Asked name="Game">{client}</Asked>
        {machine !== null && <Asked name="Machine">{machine}</Asked>}
        <Asked name="From">{network ?? 'an unknown address'}</Asked>
        <Asked name="When">
          <Time at={askedAt} format="whole" />
        </Asked>
      </dl>
      <p className="mt-3 font-semibold">
        Allow it only if you are in front of a game that shows this code right now.
      </p>
      <p className="mute mt-1 text-sm">
        Somebody who sends you a code or this address wants to play in your name.
      </p>
      <CallFailure className="mt-4" error={refuse.error} sentence="Failed to refuse" />
      <CardForm
        form={form}
        onSubmit={onSubmit}
        disabled={busy}
        action="Allow"
        pending="Linking…"
        below={
          <Button size="large" className="w-full" disabled={busy} onClick={() => refuse.mutate()}>
            {refuse.isPending ? 'Refusing…' : 'Refuse'}
          </Button>
        }
      >
        <TextField
          label="Name"
          hint="To recognise this machine in your settings, such as “Arcade left”."
          autoComplete="off"
          maxLength={60}
          {...field('name')}
        />
      </CardForm>
    </FormCard>
  )
}

function Asked({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="mute">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}

function Decided({ allowed }: { allowed: boolean }) {
  return (
    <FormCard title={allowed ? 'Your Game Is Linked' : 'Refused'}>
      <p className="mt-3 text-lg" role="status">
        {allowed
          ? 'The game shows your name in a few seconds. Your scores appear here after each song.'
          : 'Nothing was linked. If you did not ask for this, somebody else tried to play in your name.'}
      </p>
      <Link className="btn mt-5 h-11 w-full md:h-10" to="/profile?section=api-keys">
        API Keys
      </Link>
      <Link className="link mute mt-4 block text-center" to="/">
        Home
      </Link>
    </FormCard>
  )
}
