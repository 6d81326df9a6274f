import { daysToTakeBack } from '@stepledger/contracts/http/erasure.ts'
import { daysToDownload } from '@stepledger/contracts/http/own-data.ts'
import { Link } from 'react-router-dom'
import { Contact } from '../../ui/contact.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'

/** What is collected, and what is not. */
export function PrivacyPage() {
  useDocumentTitle('Privacy Policy')
  return (
    <>
      <PageHeading>Privacy Policy</PageHeading>
      <section className="panel max-w-[46rem] p-4 md:p-6">
        <div className="prose [&>h2:first-child]:mt-0">
          <h2>In short</h2>
          <ul>
            <li>We ask for your email, an alias and, if you like, a country. Nothing else about you.</li>
            <li>There are no tracking cookies and no advertising.</li>
            <li>Passwords are salted and hashed; nobody here can read yours.</li>
            <li>Scores are public under your alias. Anonymised exports of them may be published.</li>
          </ul>
          <h2>What is kept</h2>
          <p>
            Your email is used to sign you in and to reach you about your account. It is never shown to other
            players. Your alias, your country if you give one, and the plays that your game sends are shown to
            everyone: that is what the site is for. Your browser's time zone is kept so that plays sent late
            get the right date.
          </p>
          <p>
            A play holds the chart, the timing of each step, the modifiers and the version of the game it was
            played on.
          </p>
          <h2>What your browser keeps</h2>
          <p>
            While you are signed in, your browser stores the session and your account's details, and with or
            without an account the theme and the leaderboard you chose last. After you sign out it keeps a
            token by which we see, when you sign in again, that this browser was signed in to your account
            before. One cookie, XSRF-TOKEN, protects what you send from other sites; it does not identify you.
          </p>
          <p>
            For your own safety we note what changes on your account: new devices that sign in, keys,
            passwords, addresses, and what an administrator did. You find it under Edit Profile, History. Of
            an API key we keep when it was last used, by which version of the game, and from which network: an
            address without its last part. You find it under Edit Profile, API Keys.
          </p>
          <h2>Your data in one file</h2>
          <p>
            Under Edit Profile, Your Data, you can download all that is kept of you as one zip: your profile,
            your rivals, your history and your plays as the game sent them. It is kept for {daysToDownload}{' '}
            days.
          </p>
          <h2>Exports</h2>
          <p>
            Plays are published as <Link to="/data">a data set for anyone to study</Link>. It carries no
            email, no alias, no picture and no text of yours, no exact time, and nothing that is not the same
            for several players. Under Edit Profile, Your Data, you can keep your plays out of it.
          </p>
          <h2>Deletion</h2>
          <p>
            You can have your account and your data deleted under Edit Profile, Your Data. We ask you to prove
            first that the account's email is yours, by a link that we send there. {daysToTakeBack} days later
            it is done; until then you can take it back.
          </p>
          <p>
            Then your name, email, picture, plays, keys and history are gone from every page, board, file and
            table, and nobody can sign in as you. What stays is an append-only record under a random number
            that leads to nobody any more: that this number played, and that it was erased; what your game
            sent beyond the known fields can't be read by anyone from then on. Addresses that were slowed down
            or limited are forgotten within a day by themselves. Mails that were sent to you, and backups of
            the server, are not changed. Packs that you uploaded stay, without a word of who did.{' '}
            <Contact lead="If you can't sign in, or have a question, write to" />
          </p>
          <p>Administrators may remove scores that break the rules.</p>
          <h2>Changes</h2>
          <p>Changes to this policy are announced by email, in the community chat and on this site.</p>
        </div>
      </section>
    </>
  )
}
