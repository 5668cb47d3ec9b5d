from arbiter_host.cli import main

main()
