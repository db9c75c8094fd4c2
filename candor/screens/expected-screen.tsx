import { HomeLink } from './home-link';
import { Screen } from './screen';

/** The screen for an expected failure: no such page, no permission, no known visitor. None of them is reported. */
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
