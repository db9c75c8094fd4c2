export default function OnlyInBrowsers() {
  return <p data-lazy>{window.location.pathname}</p>;
}
