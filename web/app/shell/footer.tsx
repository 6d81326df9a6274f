import { Link } from 'react-router-dom'

/** The community chat's address, set at build time. */
const chat = import.meta.env.VITE_COMMUNITY_CHAT_URL

export function Footer() {
  return (
    <footer className="mt-10 border-t border-line bg-base-100">
      <div className="wrap mute flex flex-wrap items-baseline gap-6 py-8 text-sm md:py-6">
        <Link className="hit underline" to="/privacy">
          Privacy Policy
        </Link>
        <Link className="hit underline" to="/help">
          Help
        </Link>
        <Link className="hit underline" to="/data">
          Data
        </Link>
        <a className="hit underline" href="/api/docs">
          API
        </a>
        {chat !== undefined && (
          <a className="hit underline" href={chat} rel="noreferrer">
            Community chat
          </a>
        )}
        <p className="max-md:w-full md:ml-auto">
          <span className="block">Stepledger hosts no audio and no pack downloads.</span>{' '}
          <span className="block">Pack and chart graphics are taken from public releases.</span>
        </p>
      </div>
    </footer>
  )
}
