import { MenuPicture } from './menu-picture.tsx'

/** How to create and select a profile; a fresh game has none, and its theme doesn't ask for one. */
export function ProfileStep() {
  return (
    <>
      <p>
        The game keeps your key in a profile. A fresh game has none: you play as a guest and nothing is sent.
        If your name shows at the bottom of the song wheel, you already have one and can skip this step.
      </p>
      <ol className="!mt-3 grid gap-x-8 gap-y-4 sm:grid-cols-3">
        <li>
          On the title screen, open <b>Options</b>, then <b>Manage Local Profiles</b>: scroll down, it is
          below the entries that you see first.
          <div className="mt-2">
            <MenuPicture
              title="Options"
              items={['System Options', 'Visual Options', 'Manage Local Profiles', 'Simply Love Options']}
              chosen="Manage Local Profiles"
              label="Options, with Manage Local Profiles chosen"
            />
          </div>
        </li>
        <li>
          Choose <b>Create Profile</b> and type a name on the keyboard. Press Enter to confirm.
          <div className="mt-2">
            <MenuPicture
              title="Manage Profiles"
              items={['Create Profile', 'Exit']}
              chosen="Create Profile"
              label="Manage Profiles, with Create Profile chosen"
            />
          </div>
        </li>
        <li>
          Your first profile already plays on the left. Otherwise choose the new profile, then <b>Set P1</b>{' '}
          for the left side or <b>Set P2</b> for the right.
          <div className="mt-2">
            <MenuPicture
              title="Your name"
              items={['Set P1', 'Set P2', 'Edit', 'Rename', 'Delete']}
              chosen="Set P1"
              label="The menu of the profile, with Set P1 chosen"
            />
          </div>
        </li>
      </ol>
      <p>
        Do several people play here? Create a profile for each and turn on{' '}
        <b>Options → Simply Love Options → Allow Screen Select Profile</b>. The game will then ask who's
        playing.
      </p>
    </>
  )
}
