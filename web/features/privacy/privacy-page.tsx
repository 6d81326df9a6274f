import { promise } from '@stepledger/contracts/analysis/promise.ts'
import { daysToDownload, daysToTakeBack } from '@stepledger/contracts/http/own-data.ts'
import { Link } from 'react-router-dom'
import { Contact } from '../../ui/contact.tsx'
import { PageHeading } from '../../ui/page.tsx'

export function PrivacyPage() {
  return (
    <div className="mx-auto max-w-[46rem]">
      <PageHeading>Privacy Policy</PageHeading>
      <section className="panel p-4 md:p-6">
        <div className="prose [&>h2:first-child]:mt-0">
          <h2>In short</h2>
          <ul>
            <li>We ask for your email, an alias and, if you like, a country. Nothing else about you.</li>
            <li>There are no tracking cookies and no advertising.</li>
            <li>Passwords are salted and hashed; nobody here can read yours.</li>
            <li>
              Scores are public under your alias. Anonymised exports of them may be published: anybody can
              match their rows to names as long as this site shows the same plays.
            </li>
          </ul>
          <h2>What we store</h2>
          <p>
            Your email is used to sign you in and to reach you about your account, and for a weekly summary if
            you ask for one. It is never shown to other players. Your alias, your country if you set one, and
            the plays your game sends are visible to everyone: that's what the site is for. We store your
            browser's time zone so that plays sent late get the right date.
          </p>
          <p>
            A play contains the chart, the timing of each step, the modifiers and the version of the game it
            was played on.
          </p>
          <h2>What your browser stores</h2>
          <p>
            While you're signed in, your browser stores the session and your account details. With or without
            an account it remembers your theme and leaderboard. After you sign out it keeps a token that lets
            us recognise this browser when you sign in again. One cookie, XSRF-TOKEN, keeps other sites from
            sending things in your name; it doesn't identify you.
          </p>
          <p>
            For your security we log changes to your account: sign-ins on new devices, keys, passwords, email
            addresses and actions of administrators. You can see them under Edit Profile, History. For each
            API key we store when it was last used, by which version of the game, and from which network (an
            IP address without its last part). You can see this under Edit Profile, API Keys. If we refuse
            plays your game sends, we keep for a week how many and why, so that we can tell you.
          </p>
          <h2>Download your data</h2>
          <p>
            Under Edit Profile, Your Data, you can download everything we store about you as a zip: your
            profile, your rivals, your milestones, your events, your history and your plays as the game sent
            them. It's available for {daysToDownload} days.
          </p>
          <h2>Exports</h2>
          <p>
            Plays are published once a month as <Link to="/data">a data set for anyone to study</Link>. You
            can keep yours out of it under Edit Profile, Your Data.
          </p>
          {promise.map((text) => (
            <p key={text}>{text}</p>
          ))}
          <p>
            Because rows can be matched, the data is pseudonymous rather than anonymous. Before November 2026
            it was counts with random noise.
          </p>
          <h2>Deletion</h2>
          <p>
            You can delete your account and your data under Edit Profile, Your Data. We'll email you a link to
            confirm. Your account is deleted {daysToTakeBack} days later; until then you can change your mind.
          </p>
          <p>
            Then your name, email, picture, plays, keys and history are removed from every page, board, file
            and table, and nobody can sign in as you. What remains is an append-only record that a random
            number played and was erased; it can't be linked to you anymore. Any extra data your game sent
            becomes unreadable for everyone. IP addresses that hit a rate limit are deleted within a day.
            Emails we sent you and backups of the server aren't changed. Packs you uploaded stay, without your
            name. <Contact lead="If you can't sign in, or have a question, write to" />
          </p>
          <p>Administrators may remove scores that break the rules.</p>
          <h2>Changes</h2>
          <p>Changes to this policy are announced by email, in the community chat and on this site.</p>
        </div>
      </section>
    </div>
  )
}
