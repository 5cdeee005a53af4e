const config = {
  agentRules: false,
  poweredByHeader: false,
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["mongodb"],
  turbopack: { root: "/" },
};

export default config;
