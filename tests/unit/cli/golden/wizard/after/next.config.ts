import { withCandor } from "candor/config";
export default withCandor(withSentryConfig(nextConfig, {
}));
