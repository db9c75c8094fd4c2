import { HomeLink } from './home-link';
import { Screen } from './screen';

/** The screen for what a site has to expect: no page, no permission, nobody known. Nothing of it is reported. */
export function ExpectedScreen({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Screen title={title}>
      <p>{children}</p>
      <div className="actions">
        <HomeLink />
      </div>
    </Screen>
  );
}
